import {
  ApplicantFields,
  BeneficiaryFields,
  fieldLabels,
  requiredCertificates,
} from '#contract/bookings/application-form.ts'
import { type FieldErrors, toFieldErrors } from '#contract/errors.ts'
import { type ApplicationValues, applicantFields, beneficiaryFields } from './application-values.ts'

interface CheckOptions {
  today: string
  /** An applicant's own part is read from the account and not validated again: whoever could register can book. */
  validateApplicant: boolean
}

/** The first thing wrong with each field, in the order of the form. */
export function checkApplication(values: ApplicationValues, { today, validateApplicant }: CheckOptions): FieldErrors {
  return {
    ...(validateApplicant ? errorsIn(ApplicantFields(today, numberOnFile(values)).safeParse(values)) : {}),
    ...errorsIn(BeneficiaryFields(today).safeParse(values)),
    ...missingFiles(values),
  }
}

const numberOnFile = ({ onFile, nationalID }: ApplicationValues) =>
  onFile?.nationalID === nationalID ? onFile.mobileNumber : undefined

type Parsed =
  | ReturnType<ReturnType<typeof ApplicantFields>['safeParse']>
  | ReturnType<ReturnType<typeof BeneficiaryFields>['safeParse']>
const errorsIn = (parsed: Parsed): FieldErrors => (parsed.error ? toFieldErrors(parsed.error) : {})

const missingFiles = (values: ApplicationValues): FieldErrors =>
  Object.fromEntries(
    requiredCertificates(values.bookingType)
      .filter((file) => !values[file])
      .map((file) => [file, `${fieldLabels[file]} is required`]),
  )

const fieldsOf: Record<'Applicant' | 'Beneficiary', readonly string[]> = {
  Applicant: applicantFields,
  Beneficiary: [...beneficiaryFields, 'birthCertFile', 'deathCertFile'],
}

/** Each error as the summary lists it: in the order of the form, then those that are about neither person. */
export const listErrors = (errors: FieldErrors) => [
  ...errorsOf('Applicant', errors),
  ...errorsOf('Beneficiary', errors),
  ...Object.entries(errors)
    .filter(([field, message]) => message && !Object.values(fieldsOf).some((fields) => fields.includes(field)))
    .map(([field, message]) => ({ field, message, hasField: field === 'bookingType' })),
]

const errorsOf = (person: keyof typeof fieldsOf, errors: FieldErrors) =>
  fieldsOf[person]
    .filter((field) => errors[field])
    .map((field) => ({ field, message: `${person}: ${errors[field]}`, hasField: true }))

/** What a part asks for: the fields that count towards its completion. */
export const requiredFields = {
  applicant: applicantFields.filter((field) => field !== 'remarks'),
  beneficiary: (type: ApplicationValues['bookingType']) => [
    ...beneficiaryFields.filter((field) => field !== 'inscription' && (type === 'Current' || field !== 'dateOfDeath')),
    ...requiredCertificates(type),
  ],
}

/** How much of a part is done: what is asked, and how much of it nothing is wrong with. */
export const progressOf = (fields: readonly string[], errors: FieldErrors) => ({
  asked: fields.length,
  done: fields.filter((field) => !errors[field]).length,
})
