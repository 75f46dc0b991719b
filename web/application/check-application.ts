import { bookingApi } from '#contract/bookings/api.ts'
import { applicantFields, applicationFiles, beneficiaryFields } from '#contract/bookings/application-form.ts'
import { checkForm, requiredFiles } from '#contract/check-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { requiredNames } from '#contract/form-fields.ts'
import { t, translate } from '#contract/words/t.ts'
import { type ApplicationValues, applicantFieldNames, beneficiaryFieldNames } from './application-values.ts'

/** The first error of each field, in the order of the form. The niche is chosen on the map, so it is not checked here. */
export function checkApplication(values: ApplicationValues, options: FormOptions): FieldErrors {
  const { onFile, nationalID } = values
  const numberOnFile = onFile?.nationalID === nationalID ? onFile.mobileNumber : undefined
  const { nicheID, ...errors } = checkForm(
    bookingApi.submit,
    { ...values },
    { ...values },
    { ...options, numberOnFile },
  ).errors
  return errors
}

const fieldsOf: Record<'Applicant' | 'Beneficiary', readonly string[]> = {
  Applicant: applicantFieldNames,
  Beneficiary: ['nameInOtherScript', 'besideRelationship', ...beneficiaryFieldNames, ...Object.keys(applicationFiles)],
}

/** The errors as the summary lists them: in the order of the form, then those that belong to neither person. */
export const listErrors = (errors: FieldErrors) => [
  ...errorsOf('Applicant', errors),
  ...errorsOf('Beneficiary', errors),
  ...Object.entries(errors)
    .filter(([field, message]) => message && !Object.values(fieldsOf).some((fields) => fields.includes(field)))
    .map(([field, message]) => ({ field, message: translate(message), hasField: field === 'bookingType' })),
]

const errorsOf = (person: keyof typeof fieldsOf, errors: FieldErrors) =>
  fieldsOf[person]
    .filter((field) => errors[field])
    .map((field) => ({ field, message: t`${translate(person)}: ${translate(errors[field] ?? '')}`, hasField: true }))

/** The fields of a part that count towards its completion. */
export const requiredFields = {
  applicant: requiredNames(applicantFields, true),
  beneficiary: ({ bookingType }: ApplicationValues) => requiredNames(beneficiaryFields, bookingType === 'Current'),
  papers: (values: ApplicationValues, options: FormOptions) =>
    requiredFiles(applicationFiles, { ...values }, options).map(([name]) => name),
}

/** Counts the required fields of a part, and those of them that have no error. */
export const progressOf = (fields: readonly string[], errors: FieldErrors) => ({
  asked: fields.length,
  done: fields.filter((field) => !errors[field]).length,
})
