import { z } from 'zod'
import { contactKey } from '../accounts/account.ts'
import { genders } from '../accounts/genders.ts'
import { isIsoDay } from '../dates.ts'
import type { FormOptions } from '../endpoint.ts'
import { nricPattern } from '../schema-parts.ts'
import { relationships } from './booking.ts'

/** The label of each field, on the form and in its messages. */
export const fieldLabels = {
  bookingType: 'Booking Type',
  fullName: 'Full Name',
  gender: 'Gender',
  nationality: 'Nationality',
  nationalID: 'NRIC',
  mobileNumber: 'Mobile Number',
  email: 'Email',
  address: 'Address',
  postalCode: 'Postal Code',
  unitNumber: 'Unit Number',
  dob: 'Date of Birth',
  remarks: 'Remarks',
  beneficiaryName: 'Beneficiary Name',
  beneficiaryGender: 'Gender',
  relationshipWithApplicant: 'Relationship with Applicant',
  beneficiaryNationality: 'Nationality',
  beneficiaryNationalID: 'NRIC',
  dateOfBirth: 'Date of Birth',
  dateOfDeath: 'Date of Death',
  beneficiaryAddress: 'Address',
  beneficiaryPostalCode: 'Postal Code',
  beneficiaryUnitNumber: 'Unit Number',
  inscription: 'Inscription',
  birthCertFile: 'Birth Certificate',
  deathCertFile: 'Death Certificate',
} as const
export type ApplicationField = keyof typeof fieldLabels

const requiredMessage = (field: ApplicationField) => `${fieldLabels[field]} is required`

const requiredText = (field: ApplicationField, max = 200) =>
  z
    .string(requiredMessage(field))
    .trim()
    .min(1, requiredMessage(field))
    .max(max, `${fieldLabels[field]} is at most ${max} characters`)

const optionalText = (field: ApplicationField, max: number) =>
  z.string().trim().max(max, `${fieldLabels[field]} is at most ${max} characters`).default('')

const choiceFrom = (field: ApplicationField, list: readonly string[]) =>
  requiredText(field).refine(
    (value) => list.includes(value),
    `Please choose a ${fieldLabels[field].toLowerCase()} from the list`,
  )

const dayNotInFuture = (field: ApplicationField, today: string) =>
  requiredText(field)
    .refine(isIsoDay, `${fieldLabels[field]} is not a date`)
    .refine((day) => day <= today, `${fieldLabels[field]} cannot be in the future`)

const postalCode = (field: ApplicationField) => requiredText(field).regex(/^\d{6}$/, 'Postal code must be 6 digits')

export const isMobile = (number: string) => /^[89]\d{7}$/.test(number)

const remarks = optionalText('remarks', 500)

const applicantFields = (today: string, numberOnFile: string | undefined) => ({
  fullName: requiredText('fullName'),
  gender: choiceFrom('gender', genders),
  nationality: requiredText('nationality'),
  nationalID: requiredText('nationalID').regex(nricPattern, 'NRIC format invalid (eg: S1234567A)'),
  mobileNumber: requiredText('mobileNumber').refine(
    (number) => isMobile(number) || (numberOnFile !== undefined && contactKey(number) === contactKey(numberOnFile)),
    'Mobile number must start with 8 or 9 and be 8 digits',
  ),
  email: requiredText('email')
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Email format is invalid')
    .transform((email) => email.toLowerCase()),
  address: requiredText('address'),
  postalCode: postalCode('postalCode'),
  unitNumber: requiredText('unitNumber'),
  dob: dayNotInFuture('dob', today),
  remarks,
})

const beneficiaryFields = (today: string) => ({
  beneficiaryName: requiredText('beneficiaryName'),
  beneficiaryGender: choiceFrom('beneficiaryGender', genders),
  relationshipWithApplicant: choiceFrom('relationshipWithApplicant', relationships).pipe(z.enum(relationships)),
  beneficiaryNationality: requiredText('beneficiaryNationality'),
  beneficiaryNationalID: requiredText('beneficiaryNationalID', 20),
  dateOfBirth: dayNotInFuture('dateOfBirth', today),
  beneficiaryAddress: requiredText('beneficiaryAddress'),
  beneficiaryPostalCode: postalCode('beneficiaryPostalCode'),
  beneficiaryUnitNumber: requiredText('beneficiaryUnitNumber'),
})

const BirthAndDeath = z.object({ dateOfBirth: z.string(), dateOfDeath: z.string().refine(isIsoDay) })
const deathNotBeforeBirth = (part: object) => {
  const { data } = BirthAndDeath.safeParse(part)
  return !data || data.dateOfDeath >= data.dateOfBirth
}

/** Someone who has died (`Current`) or who plans ahead (`PreOrder`). */
const BeneficiaryFields = (today: string) =>
  z
    .discriminatedUnion('bookingType', [
      z.object({
        bookingType: z.literal('Current'),
        ...beneficiaryFields(today),
        dateOfDeath: dayNotInFuture('dateOfDeath', today),
        inscription: optionalText('inscription', 500),
      }),
      z.object({ bookingType: z.literal('PreOrder'), ...beneficiaryFields(today) }),
    ])
    .refine(deathNotBeforeBirth, {
      path: ['dateOfDeath'],
      error: 'Date of Death cannot be before Date of Birth',
      /** Runs also when other fields are invalid, so all errors are reported together. */
      when: ({ value }) => BirthAndDeath.safeParse(value).success,
    })

/** A missing or empty type counts as `PreOrder`. */
const Beneficiary = (today: string) =>
  z.preprocess(
    (sent?: { bookingType?: string }) => ({ ...sent, bookingType: sent?.bookingType || 'PreOrder' }),
    BeneficiaryFields(today),
  )

const nicheID = z.guid('Missing slot data')
/** Clients send these as the specification says, but the server takes both from the session. */
const sender = { userRole: z.string().optional(), paidByID: z.string().optional() }

/** An applicant books for themself: their own details are read from their account. */
const OwnApplication = (today: string) => z.object({ nicheID, remarks, ...sender }).and(Beneficiary(today))

/** A clerk enters the applicant. After 409 `APPLICANT_EMAIL_DIFFERS`, `confirmedAccount` sends the same form again. */
const ClerkApplication = (today: string, numberOnFile: string | undefined) =>
  z
    .object({
      nicheID,
      ...applicantFields(today, numberOnFile),
      confirmedAccount: z.preprocess((sent) => String(sent) === 'true', z.boolean()).optional(),
      ...sender,
    })
    .and(Beneficiary(today))
export type ClerkApplication = z.infer<ReturnType<typeof ClerkApplication>>

type ApplicationSchema = ReturnType<typeof OwnApplication | typeof ClerkApplication>

export const ApplicationForm = ({ today, role, numberOnFile }: FormOptions): ApplicationSchema =>
  role === 'staff' ? ClerkApplication(today, numberOnFile) : OwnApplication(today)

export const applicationFiles = {
  birthCertFile: { missing: requiredMessage('birthCertFile') },
  deathCertFile: {
    missing: requiredMessage('deathCertFile'),
    requiredIf: ({ bookingType }: Record<string, unknown>) => bookingType === 'Current',
  },
}

/** A beneficiary's ID that does not look like an NRIC is accepted; the form shows a note. */
export const isUnusualNationalID = (value: string) => value !== '' && !nricPattern.test(value)
