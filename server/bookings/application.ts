import { type BeneficiaryPart, certificatesFor, labels } from '#contract/bookings/application.ts'
import { dayOf } from '#contract/dates.ts'
import { type FieldErrors, fieldErrorsOf } from '#contract/errors.ts'
import { id } from '#contract/rules.ts'
import type { SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { ReceivedFile } from '#server/http/receive.ts'
import { checkApplicant, type Enterer } from './applicant.ts'
import { rulesOf } from './rules.ts'

type FileName = 'birthCertFile' | 'deathCertFile'

/** The form as it arrived. */
export interface SentApplication {
  body: Record<string, unknown>
  files: Partial<Record<FileName, ReceivedFile>>
  fileErrors: FieldErrors
}

/** The form once nothing is wrong with it. */
export interface Application {
  nicheID: string
  enterer: Enterer
  part: BeneficiaryPart
  birth: ReceivedFile
  death: ReceivedFile | undefined
  remarks: string
}

/** Checks every field and both files, and tells all that is wrong at once; an unknown beneficiary type counts as a pre-order. */
export async function checkApplication(
  context: SignedIn,
  { body, files, fileErrors }: SentApplication,
): Promise<Application> {
  const today = dayOf(context.clock())
  const nicheID = id.safeParse(body.nicheID)
  const part = rulesOf(today).beneficiary.safeParse({ ...body, bookingType: body.bookingType || 'PreOrder' })
  const applicant = await checkApplicant(context, body, today)
  const errors: FieldErrors = {
    ...(!nicheID.success && { nicheID: 'Missing slot data' }),
    ...applicant.errors,
    ...(part.error && fieldErrorsOf(part.error)),
    ...missingFiles(body.bookingType === 'Current' ? 'Current' : 'PreOrder', files),
    ...fileErrors,
  }
  const { birthCertFile: birth, deathCertFile } = files
  if (Object.keys(errors).length > 0 || !nicheID.data || !part.data || !birth || !applicant.enterer)
    throw new AppError('INVALID', { errors })
  const death = part.data.bookingType === 'Current' ? deathCertFile : undefined
  return {
    nicheID: nicheID.data,
    enterer: applicant.enterer,
    part: part.data,
    birth,
    death,
    remarks: applicant.remarks,
  }
}

const missingFiles = (type: 'Current' | 'PreOrder', files: SentApplication['files']): FieldErrors =>
  Object.fromEntries(
    certificatesFor(type).flatMap((name) => (files[name] ? [] : [[name, `${labels[name]} is required`]])),
  )
