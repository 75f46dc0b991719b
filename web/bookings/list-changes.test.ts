import { expect, test } from 'vitest'
import { sampleBooking } from '#test/sample-booking.ts'
import { type Decidable, listChanges } from './list-changes.ts'

const seen: Decidable = {
  ...sampleBooking,
  bookingType: 'Current',
  dateOfDeath: '2026-11-01',
  birthCertSha256: 'a1',
  deathCertSha256: 'd1',
}

test('a booking with nothing changed but its version and times has no changes to list', () => {
  expect(listChanges(seen, { ...seen, version: 2, paymentDate: '2026-11-21T02:00:00Z' })).toEqual([])
})

test('every fact that differs is listed with what it was and what it is now', () => {
  const now: Decidable = {
    ...seen,
    version: 3,
    bookingType: 'PreOrder',
    beneficiaryName: 'Lim Siew Hoon',
    dateOfBirth: '1948-06-13',
    dateOfDeath: null,
    relationshipWithApplicant: 'Sibling',
    inscription: 'At rest',
    paymentAmount: '100.00',
    paymentMethod: 'Cash',
    paymentStatus: 'Paid',
  }
  expect(listChanges(seen, now).map(({ what, was, now }) => `${what}: ${was} > ${now}`)).toEqual([
    'Type: Current > PreOrder',
    'Beneficiary name: Lim Siew Hong > Lim Siew Hoon',
    'Date of birth: 12 Jun 1948 > 13 Jun 1948',
    'Date of death: 1 Nov 2026 > Not assigned',
    'Relationship: Mother > Sibling',
    'Inscription: Not assigned > At rest',
    'Payment amount: $3800.00 > $100.00',
    'Payment method: Credit Card > Cash',
    'Payment status: Pending > Paid',
  ])
})

test.each([
  ['replaced', 'a1', 'a2', [{ what: 'Birth certificate', was: 'the file you saw', now: 'another file' }]],
  ['added', null, 'a2', [{ what: 'Birth certificate', was: 'none', now: 'added' }]],
  ['removed', 'a1', null, [{ what: 'Birth certificate', was: 'the file you saw', now: 'none' }]],
  ['the same', 'a1', 'a1', []],
] as const)('a birth certificate that is %s is compared by its SHA-256', (_how, was, now, changes) => {
  expect(listChanges({ ...seen, birthCertSha256: was }, { ...seen, birthCertSha256: now })).toEqual(changes)
})

test('a new urn request is listed with its date of death and inscription', () => {
  const urnRequest = { dateOfDeath: '2026-11-10', inscription: 'Loved', requestedAt: '2026-11-20T02:00:00Z' }
  const changes = listChanges({ ...seen, urnRequest: null }, { ...seen, urnRequest })
  expect(changes.map(({ what, now }) => [what, now])).toEqual([
    ['Urn placement', 'Requested'],
    ['Requested date of death', '10 Nov 2026'],
    ['Requested inscription', 'Loved'],
  ])
})
