import { describe, expect, test } from 'vitest'
import { type ApplicationValues, emptyApplication } from './application-values.ts'
import { checkApplication, listErrors, progressOf, requiredFields } from './check-application.ts'
import { sampleBeneficiary } from './sample-beneficiary.ts'

const today = '2026-11-20'
const certificate = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' })
const filled = (changes: Partial<ApplicationValues> = {}): ApplicationValues => ({
  ...emptyApplication(),
  fullName: 'Tan Hui Min',
  gender: 'Female',
  nationality: 'Singaporean',
  nationalID: 'S8012345A',
  dob: '1980-05-01',
  mobileNumber: '91234567',
  email: 'hui.min@example.com',
  address: '12 Tiong Bahru Road',
  unitNumber: '05-118',
  postalCode: '168732',
  ...sampleBeneficiary(today),
  birthCertFile: certificate,
  ...changes,
})

describe('checkApplication and listErrors', () => {
  test.each([
    [{ nationalID: 'X123' }, 'Applicant: NRIC format invalid (eg: S1234567A)'],
    [{ mobileNumber: '61234567' }, 'Applicant: Mobile number must start with 8 or 9 and be 8 digits'],
    [{ email: 'hui.min' }, 'Applicant: Email format is invalid'],
    [{ email: 'tan@gmail.com,' }, 'Applicant: Email format is invalid'],
    [{ postalCode: '1687' }, 'Applicant: Postal code must be 6 digits'],
    [{ dob: '2999-01-01' }, 'Applicant: Date of Birth cannot be in the future'],
    [{ fullName: ' ' }, 'Applicant: Full Name is required'],
    [{ beneficiaryName: '' }, 'Beneficiary: Beneficiary Name is required'],
    [{ birthCertFile: undefined }, 'Beneficiary: Birth Certificate is required'],
    [{ bookingType: 'Current' }, 'Beneficiary: Death Certificate is required'],
    [
      { bookingType: 'Current', deathCertFile: certificate, dateOfDeath: '1940-01-01' },
      'Beneficiary: Date of Death cannot be before Date of Birth',
    ],
  ] as const)('an application with %j is refused: %s', (changes, message) => {
    const errors = checkApplication(filled(changes), { today, role: 'staff' })
    expect(listErrors(errors).map((error) => error.message)).toEqual([message])
  })

  test('a death before the birth is reported next to other errors', () => {
    const changes = {
      bookingType: 'Current',
      deathCertFile: certificate,
      dateOfDeath: '1940-01-01',
      beneficiaryName: '',
    } as const
    const errors = checkApplication(filled(changes), { today, role: 'staff' })
    expect(Object.keys(errors)).toEqual(['beneficiaryName', 'dateOfDeath'])
  })

  test.each([
    ['nicheID', 'Please choose a niche.'],
    ['bookingType', 'Please choose a booking type.'],
    ['paidByID', 'Unknown payer.'],
  ])('a server error on %s, which is about neither person, is listed without a person', (field, message) => {
    const errors = { [field]: message, fullName: 'Full Name is required' }
    expect(listErrors(errors).map((error) => error.message)).toEqual(['Applicant: Full Name is required', message])
  })

  test('a pre-order is valid without date of death and death certificate', () => {
    expect(checkApplication(filled({ dateOfDeath: '' }), { today, role: 'staff' })).toEqual({})
  })

  test.each([
    ['+60 12-345 6789', 'S8012345A', {}],
    ['62345678', 'S8012345A', {}],
    ['62345678', 'S8012345B', { mobileNumber: 'Mobile number must start with 8 or 9 and be 8 digits' }],
    ['62345679', 'S8012345A', { mobileNumber: 'Mobile number must start with 8 or 9 and be 8 digits' }],
  ])(
    'after using an account with NRIC S8012345A, number %s with NRIC %s gives the errors %j',
    (mobileNumber, nationalID, errors) => {
      const onFile = { nationalID: 'S8012345A', mobileNumber: mobileNumber === '62345679' ? '62345678' : mobileNumber }
      const values = filled({ mobileNumber, nationalID, onFile })
      expect(checkApplication(values, { today, role: 'staff' })).toEqual(errors)
    },
  )

  test('an applicant’s own details are not validated, because they are read from the account', () => {
    expect(checkApplication(filled({ mobileNumber: '+6591234567' }), { today, role: 'user' })).toEqual({})
  })
})

test('progress counts required fields only', () => {
  const errors = checkApplication(filled({ bookingType: 'Current', inscription: '' }), {
    today,
    role: 'staff',
  })
  const asked = { today, asksRelationshipProof: true }
  const person = (bookingType: ApplicationValues['bookingType']) => requiredFields.beneficiary(filled({ bookingType }))
  expect(progressOf(person('Current'), errors)).toEqual({ asked: 10, done: 10 })
  expect(progressOf(person('PreOrder'), {})).toEqual({ asked: 9, done: 9 })
  const papers = (change: Partial<ApplicationValues>) => requiredFields.papers(filled(change), asked)
  expect(progressOf(papers({ bookingType: 'Current' }), errors)).toEqual({ asked: 2, done: 1 })
  expect(papers({ besideBookingID: 'B-0123456789' })).toContain('relationshipProofFile')
})
