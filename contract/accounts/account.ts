import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import type { FormOptions } from '../endpoint.ts'
import { nricPattern, required } from '../schema-parts.ts'
import { genders } from './genders.ts'

const username = required('Username is required')
  .min(4, { error: 'At least 4 characters', abort: true })
  .regex(/^\w+$/, 'Only letters, numbers, and _')

export const email = required('Email is required')
  .pipe(z.email('Invalid email'))
  .transform((text) => text.toLowerCase())

const fullName = required('Full name is required')
  .min(2, { error: 'At least 2 characters', abort: true })
  .regex(/^[\p{L}\p{M} ]+$/u, 'Only letters and spaces')

/** This rule is wider than that of the registration form. */
export const staffName = required('Full name is required')
  .min(2, { error: 'At least 2 characters', abort: true })
  .regex(/^[\p{L}\p{M}][\p{L}\p{M} .'’/-]*$/u, 'Only letters, spaces, apostrophes and hyphens')

export const contactNumber = required('Contact number required').refine(
  (text) => /^\+?\d{8,15}$/.test(text.replaceAll(' ', '')),
  'Invalid contact number',
)

/** The password is not trimmed: spaces are part of it. */
export const NewPassword = z
  .string('Password required')
  .min(1, { error: 'Password required', abort: true })
  .min(8, { error: 'At least 8 characters', abort: true })
  .max(128, 'At most 128 characters')

/** Age by year of birth only, which is how the registration form counts it. */
const ageInYear = (dob: string, today: string) => Number(today.slice(0, 4)) - Number(dob.slice(0, 4))

/** The registration form. Its age rule needs today's date. */
export const Registration = (today: string) =>
  z.object({
    username,
    email,
    fullname: fullName,
    contactnumber: contactNumber,
    nric: required('NRIC is required').regex(nricPattern, 'Invalid NRIC format, eg S1234567F'),
    dob: required('Date of birth is required')
      .refine(isIsoDay, { error: 'Date of birth is required', abort: true })
      .refine((dob) => ageInYear(dob, today) >= 18, 'Must be at least 18 years old'),
    nationality: required('Nationality required'),
    address: required('Address required').min(5, 'Address must be at least 5 characters'),
    gender: required('Gender required').refine(
      (text) => genders.some((each) => each === text),
      'Gender must be Male or Female',
    ),
    password: NewPassword,
    postalcode: required('Postal code required').regex(/^\d{6}$/, 'Must be 6 digits'),
    unitnumber: required('Unit number required'),
  })
export type Registration = z.infer<ReturnType<typeof Registration>>

const tooShort = 'Address must be at least 5 characters'
const addressLine = required('Address required', 400).min(5, tooShort)
const optionalAddressLine = z
  .string('Address required')
  .trim()
  .max(400, 'At most 400 characters')
  .refine((text) => text === '' || text.length >= 5, tooShort)

/** What users may change about themselves in Profile. Staff who were invited have no address. */
export const AccountEdit = ({ role }: Pick<FormOptions, 'role'>) =>
  z.object({
    username,
    /** Looser than at registration: accounts opened at the counter have names such as 'Ravi s/o Kumar'. */
    fullName: required('Full name is required').min(2, 'At least 2 characters'),
    email,
    contactNumber,
    userAddress: role === 'user' ? addressLine : optionalAddressLine,
  })
export type AccountEdit = z.infer<ReturnType<typeof AccountEdit>>

/** The form in which contact numbers are compared: `+65 9123 4567` and `91234567` are the same number. */
export function contactKey(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits.length === 10 && digits.startsWith('65') ? digits.slice(2) : digits
}

/** Street, unit and postal code as one line. `splitAddress` reverses it where the line allows. */
export const joinAddress = (street: string, unit: string, postalCode: string) => [street, unit, postalCode].join(', ')

export function splitAddress(line: string): { street: string; unit: string; postalCode: string } | undefined {
  const parts = /^(.+), ([^,]+), (\d{6})$/.exec(line.trim())
  if (!parts) return undefined
  const [, street = '', unit = '', postalCode = ''] = parts
  return { street, unit, postalCode }
}
