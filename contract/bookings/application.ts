import { z } from 'zod'
import { contactKey } from '../accounts/account.ts'
import { genders } from '../accounts/genders.ts'
import { isDay } from '../dates.ts'
import { nricShape } from '../rules.ts'
import { relationships } from './booking.ts'

/** What each field is called, on the form and in its messages. */
export const labels = {
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
export type ApplicationField = keyof typeof labels

const missing = (field: ApplicationField) => `${labels[field]} is required`

const text = (field: ApplicationField, max = 200) =>
  z.string(missing(field)).trim().min(1, missing(field)).max(max, `${labels[field]} is at most ${max} characters`)

const optionalText = (field: ApplicationField, max: number) =>
  z.string().trim().max(max, `${labels[field]} is at most ${max} characters`).default('')

const oneOfList = (field: ApplicationField, list: readonly string[]) =>
  text(field).refine((value) => list.includes(value), `Please choose a ${labels[field].toLowerCase()} from the list`)

const pastDay = (field: ApplicationField, today: string) =>
  text(field)
    .refine(isDay, `${labels[field]} is not a date`)
    .refine((day) => day <= today, `${labels[field]} cannot be in the future`)

const postalCode = (field: ApplicationField) => text(field).regex(/^\d{6}$/, 'Postal code must be 6 digits')

const isMobile = (number: string) => /^[89]\d{7}$/.test(number)

/**
 * The applicant as staff enter them; an applicant's own part is read from the account instead.
 * `numberOnFile` is the contact number of the account with this NRIC: accepted whatever its shape.
 */
export const ApplicantPart = (today: string, numberOnFile?: string) =>
  z.object({
    fullName: text('fullName'),
    gender: oneOfList('gender', genders),
    nationality: text('nationality'),
    nationalID: text('nationalID').regex(nricShape, 'NRIC format invalid (eg: S1234567A)'),
    mobileNumber: text('mobileNumber').refine(
      (number) => isMobile(number) || (numberOnFile !== undefined && contactKey(number) === contactKey(numberOnFile)),
      'Mobile number must start with 8 or 9 and be 8 digits',
    ),
    email: text('email')
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Email format is invalid')
      .transform((email) => email.toLowerCase()),
    address: text('address'),
    postalCode: postalCode('postalCode'),
    unitNumber: text('unitNumber'),
    dob: pastDay('dob', today),
    remarks: optionalText('remarks', 500),
  })
export type ApplicantPart = z.infer<ReturnType<typeof ApplicantPart>>

const beneficiaryFields = (today: string) => ({
  beneficiaryName: text('beneficiaryName'),
  beneficiaryGender: oneOfList('beneficiaryGender', genders),
  relationshipWithApplicant: oneOfList('relationshipWithApplicant', relationships).pipe(z.enum(relationships)),
  beneficiaryNationality: text('beneficiaryNationality'),
  beneficiaryNationalID: text('beneficiaryNationalID', 20),
  dateOfBirth: pastDay('dateOfBirth', today),
  beneficiaryAddress: text('beneficiaryAddress'),
  beneficiaryPostalCode: postalCode('beneficiaryPostalCode'),
  beneficiaryUnitNumber: text('beneficiaryUnitNumber'),
})

const Lifetime = z.object({ dateOfBirth: z.string(), dateOfDeath: z.string().refine(isDay) })
const livedBeforeDying = (part: object) => {
  const { data } = Lifetime.safeParse(part)
  return !data || data.dateOfDeath >= data.dateOfBirth
}

/** The beneficiary: someone who has died (`Current`) or who plans ahead (`PreOrder`, the default). */
export const BeneficiaryPart = (today: string) =>
  z
    .discriminatedUnion('bookingType', [
      z.object({
        bookingType: z.literal('Current'),
        ...beneficiaryFields(today),
        dateOfDeath: pastDay('dateOfDeath', today),
        inscription: optionalText('inscription', 500),
      }),
      z.object({ bookingType: z.literal('PreOrder'), ...beneficiaryFields(today) }),
    ])
    .refine(livedBeforeDying, {
      path: ['dateOfDeath'],
      error: 'Date of Death cannot be before Date of Birth',
      /** Said together with whatever else is wrong. */
      when: ({ value }) => Lifetime.safeParse(value).success,
    })
export type BeneficiaryPart = z.infer<ReturnType<typeof BeneficiaryPart>>

/** The certificates that a booking of this type must bring. */
export const certificatesFor = (type: 'Current' | 'PreOrder') =>
  type === 'Current' ? (['birthCertFile', 'deathCertFile'] as const) : (['birthCertFile'] as const)

/** An NRIC of the dead that does not look like one is kept, and mentioned. */
export const oddNationalID = (value: string) => value !== '' && !nricShape.test(value)
