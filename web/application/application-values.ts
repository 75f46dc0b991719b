import type { User } from '#contract/accounts/api.ts'
import {
  type ApplicationField,
  applicantFields,
  applicationFiles,
  beneficiaryFields,
} from '#contract/bookings/application-form.ts'
import { requiredFiles } from '#contract/check-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import { fieldNames } from '#contract/form-fields.ts'
import type { Role } from '#contract/roles.ts'

/** The values of the form. Text fields are never undefined, only empty. */
export interface ApplicationValues extends Record<Exclude<ApplicationField, FileField | 'bookingType'>, string> {
  /** Empty until the question is answered. */
  bookingType: '' | 'Current' | 'PreOrder'
  besideBookingID?: string
  birthCertFile?: File | undefined
  deathCertFile?: File | undefined
  relationshipProofFile?: File | undefined
  /** Set when a clerk uses the details of an account: its phone number is then accepted with its NRIC, whatever its format. */
  onFile?: { nationalID: string; mobileNumber: string } | undefined
}
export type FileField = keyof typeof applicationFiles
export type TextField = Exclude<keyof ApplicationValues, FileField | 'onFile' | 'besideBookingID'>

export const applicantFieldNames = fieldNames(applicantFields)
export const beneficiaryFieldNames = fieldNames(beneficiaryFields)

const emptyOf = <F extends string>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>

const emptyApplicant = () => emptyOf(applicantFieldNames)
export const emptyBeneficiary = () => ({ ...emptyOf(beneficiaryFieldNames), nameInOtherScript: '', mayBeFound: '' })

export const emptyApplication = (): ApplicationValues => ({
  bookingType: '',
  besideRelationship: '',
  ...emptyApplicant(),
  ...emptyBeneficiary(),
})

/** An account's details as form values. An address that was never split goes into the first line. */
export const toApplicantFields = (
  user: User,
): Record<Exclude<(typeof applicantFieldNames)[number], 'remarks'>, string> => ({
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

/** True once a clerk has entered or chosen something; the demo's sample does not count. */
export function hasEntries(values: ApplicationValues, sample: Partial<ApplicationValues> | undefined): boolean {
  const isEntered = (field: TextField) => values[field] !== '' && values[field] !== sample?.[field]
  const files = Object.keys(applicationFiles) as FileField[]
  const hasFile = files.some((name) => values[name] !== undefined)
  return hasFile || [...applicantFieldNames, ...beneficiaryFieldNames].some(isEntered)
}

/** Files cannot be stored in a tab, so a draft holds only texts. */
export function withoutFiles({ birthCertFile, deathCertFile, relationshipProofFile, ...texts }: ApplicationValues) {
  return texts
}

interface Sender {
  nicheID: string
  userRole: Role
  /** The signed-in user: an applicant pays for themself, staff at the counter. */
  paidByID: string
}

/** The request body; the fields about a death are left out when nobody has died. */
export function applicationBody(values: ApplicationValues, sender: Sender, options: FormOptions) {
  const { bookingType, dateOfDeath, inscription, onFile, ...commonFields } = withoutFiles(values)
  const required = requiredFiles(applicationFiles, { ...values }, options)
  const files = Object.fromEntries(required.map(([name]) => [name, values[name]]))
  const typeFields = bookingType === 'Current' ? { bookingType, dateOfDeath, inscription } : { bookingType }
  return { body: { ...commonFields, ...typeFields, ...sender }, files }
}
