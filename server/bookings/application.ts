import { type BeneficiaryFields, fieldLabels, requiredCertificates } from '#contract/bookings/application-form.ts'
import { toDay } from '#contract/dates.ts'
import { type FieldErrors, toFieldErrors } from '#contract/errors.ts'
import { uuid } from '#contract/schema-parts.ts'
import type { SignedInContext } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { ReceivedFile } from '#server/http/form-reader.ts'
import { type ApplicantInput, checkApplicant } from './applicant.ts'
import { rulesOf } from './rules.ts'

type FileName = 'birthCertFile' | 'deathCertFile'

/** The form as received, before validation. */
export interface ApplicationInput {
  body: Record<string, unknown>
  files: Partial<Record<FileName, ReceivedFile>>
  fileErrors: FieldErrors
}

/** The validated form. */
export interface Application {
  nicheID: string
  enterer: ApplicantInput
  beneficiary: BeneficiaryFields
  birthCertificate: ReceivedFile
  deathCertificate: ReceivedFile | undefined
  remarks: string
}

/** Checks every field and both files and reports all errors together. A missing booking type counts as `PreOrder`. */
export async function checkApplication(
  context: SignedInContext,
  { body, files, fileErrors }: ApplicationInput,
): Promise<Application> {
  const today = toDay(context.clock())
  const nicheID = uuid.safeParse(body.nicheID)
  const beneficiary = rulesOf(today).beneficiary.safeParse({ ...body, bookingType: body.bookingType || 'PreOrder' })
  const applicant = await checkApplicant(context, body, today)
  const errors: FieldErrors = {
    ...(!nicheID.success && { nicheID: 'Missing slot data' }),
    ...applicant.errors,
    ...(beneficiary.error && toFieldErrors(beneficiary.error)),
    ...missingFiles(body.bookingType === 'Current' ? 'Current' : 'PreOrder', files),
    ...fileErrors,
  }
  const { birthCertFile: birthCertificate, deathCertFile } = files
  if (Object.keys(errors).length > 0 || !nicheID.data || !beneficiary.data || !birthCertificate || !applicant.enterer)
    throw new AppError('INVALID', { errors })
  const deathCertificate = beneficiary.data.bookingType === 'Current' ? deathCertFile : undefined
  return {
    nicheID: nicheID.data,
    enterer: applicant.enterer,
    beneficiary: beneficiary.data,
    birthCertificate,
    deathCertificate,
    remarks: applicant.remarks,
  }
}

const missingFiles = (type: 'Current' | 'PreOrder', files: ApplicationInput['files']): FieldErrors =>
  Object.fromEntries(
    requiredCertificates(type).flatMap((name) => (files[name] ? [] : [[name, `${fieldLabels[name]} is required`]])),
  )
