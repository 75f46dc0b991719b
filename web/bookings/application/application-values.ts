import type { User } from '#contract/accounts/api.ts'
import type { ApplicationField } from '#contract/bookings/application-form.ts'

/** What the form holds while it is being filled; every text is there, if only empty. */
export interface ApplicationValues extends Record<Exclude<ApplicationField, FileField | 'bookingType'>, string> {
  bookingType: 'Current' | 'PreOrder'
  birthCertFile?: File | undefined
  deathCertFile?: File | undefined
  /** The account whose details a clerk took over: its number is accepted for its NRIC, whatever the shape. */
  onFile?: { nationalID: string; mobileNumber: string } | undefined
}
export type FileField = 'birthCertFile' | 'deathCertFile'
export type TextField = Exclude<keyof ApplicationValues, FileField | 'onFile'>

export const applicantFields = [
  'fullName',
  'gender',
  'nationality',
  'nationalID',
  'dob',
  'mobileNumber',
  'email',
  'address',
  'unitNumber',
  'postalCode',
  'remarks',
] as const satisfies readonly TextField[]

export const beneficiaryFields = [
  'beneficiaryName',
  'beneficiaryGender',
  'relationshipWithApplicant',
  'beneficiaryNationality',
  'beneficiaryNationalID',
  'dateOfBirth',
  'dateOfDeath',
  'beneficiaryAddress',
  'beneficiaryUnitNumber',
  'beneficiaryPostalCode',
  'inscription',
] as const satisfies readonly TextField[]

const emptyOf = <F extends string>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>

export const emptyApplicant = () => emptyOf(applicantFields)
export const emptyBeneficiary = () => emptyOf(beneficiaryFields)

export const emptyApplication = (): ApplicationValues => ({
  bookingType: 'PreOrder',
  ...emptyApplicant(),
  ...emptyBeneficiary(),
})

/** An account as the applicant part of the form; an address that never split goes whole into its first line. */
export const toApplicantFields = (
  user: User,
): Record<Exclude<(typeof applicantFields)[number], 'remarks'>, string> => ({
  fullName: user.fullName,
  gender: user.gender,
  nationality: user.nationality,
  nationalID: user.nric ?? '',
  dob: user.dob.slice(0, 10),
  mobileNumber: user.contactNumber,
  email: user.email,
  address: user.street ?? user.userAddress,
  unitNumber: user.unitNumber ?? '',
  postalCode: user.postalCode ?? '',
})

/** True once a clerk has entered or chosen something of a family; the sample of the demo does not count. */
export function hasEntries(values: ApplicationValues, sample: Partial<ApplicationValues> | undefined): boolean {
  const isEntered = (field: TextField) => values[field] !== '' && values[field] !== sample?.[field]
  const hasFile = values.birthCertFile !== undefined || values.deathCertFile !== undefined
  return hasFile || [...applicantFields, ...beneficiaryFields].some(isEntered)
}

/** Files cannot be kept in a tab's storage, so a draft is the texts alone. */
export function withoutFiles({ birthCertFile, deathCertFile, ...texts }: ApplicationValues) {
  return texts
}
