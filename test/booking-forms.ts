import { bookingApi } from '#contract/bookings/api.ts'
import { ApplicationForm } from '#contract/bookings/application-form.ts'
import type { BookingType } from '#contract/bookings/booking.ts'
import type { Context } from '#server/core/context.ts'
import type { TestFile } from './caller.ts'
import { makePdf, makePng } from './certificate-files.ts'
import { makeNiche, type Person } from './factories.ts'
import type { SignedInCaller } from './test-app.ts'

export const birthCertFile: TestFile = { name: 'birth.pdf', type: 'application/pdf', content: makePdf('Birth') }
export const deathCertFile: TestFile = { name: 'death.png', type: 'image/png', content: makePng() }

/** A valid beneficiary. */
export const beneficiary = {
  beneficiaryName: 'Tan Ah Kow',
  beneficiaryGender: 'Male',
  relationshipWithApplicant: 'Father',
  beneficiaryNationality: 'Singaporean',
  beneficiaryNationalID: 'S0123456A',
  dateOfBirth: '1940-02-29',
  beneficiaryAddress: '2 Test Street',
  beneficiaryPostalCode: '234567',
  beneficiaryUnitNumber: '02-02',
}

const deathFields = { dateOfDeath: '2026-01-31', inscription: 'At rest' }

/** Valid fields of a booking, as the form sends them. */
export const application = (nicheID: string, bookingType: Exclude<BookingType, 'Archived'> = 'Current') => ({
  nicheID,
  bookingType,
  ...beneficiary,
  ...(bookingType === 'Current' && deathFields),
})

/** The same fields as the action receives them. */
export const parsedApplication = (nicheID: string, bookingType: Type) =>
  ApplicationForm({ today: '2026-11-20', role: 'user' }).parse(application(nicheID, bookingType))

/** The applicant fields that a clerk enters for a person made by `makeUser`. */
export const applicantFields = (person: Person) => ({
  fullName: person.fullName,
  gender: 'Female',
  nationality: 'Singaporean',
  nationalID: person.nric,
  mobileNumber: person.contactNumber,
  email: person.email,
  address: '1 Test Street',
  postalCode: '123456',
  unitNumber: '01-01',
  dob: '1980-01-31',
})

export const certificateFiles = (bookingType: Exclude<BookingType, 'Archived'> = 'Current') =>
  bookingType === 'Current' ? { birthCertFile, deathCertFile } : { birthCertFile }

type Type = Exclude<BookingType, 'Archived'>

/** Submits a booking for oneself. */
export const submit = (who: SignedInCaller, nicheID: string, type: Type = 'Current', changes: object = {}) =>
  who.call(bookingApi.submit, { body: { ...application(nicheID, type), ...changes }, files: certificateFiles(type) })

/** Submits a booking for oneself, of a new niche. */
export async function bookUnpaid({ db }: Pick<Context, 'db'>, who: SignedInCaller, type: Type = 'Current') {
  const { nicheID } = await makeNiche({ db })
  const { bookingID, paymentID } = (await submit(who, nicheID, type)).body
  return { nicheID, bookingID, paymentID }
}

/** Submits a booking at the counter for a person who has an account. */
export const submitAtCounter = (
  clerk: SignedInCaller,
  person: Person,
  nicheID: string,
  type: Type = 'Current',
  changes: object = {},
) =>
  clerk.call(bookingApi.submit, {
    body: { ...applicantFields(person), ...application(nicheID, type), ...changes },
    files: certificateFiles(type),
  })
