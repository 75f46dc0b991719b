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
  /** False for applicants: their details are read from their account and were validated at registration. */
  validateApplicant: boolean
}

/** The first error of each field, in the order of the form. */
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

/** The errors as the summary lists them: in the order of the form, then those that belong to neither person. */
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

/** The fields of a part that count towards its completion. */
export const requiredFields = {
  applicant: applicantFields.filter((field) => field !== 'remarks'),
  beneficiary: (type: ApplicationValues['bookingType']) => [
    ...beneficiaryFields.filter((field) => field !== 'inscription' && (type === 'Current' || field !== 'dateOfDeath')),
    ...requiredCertificates(type),
  ],
}

/** How many fields of a part are required, and how many of them have no error. */
export const progressOf = (fields: readonly string[], errors: FieldErrors) => ({
  asked: fields.length,
  done: fields.filter((field) => !errors[field]).length,
})
