import { expect, test } from 'vitest'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { filterBookings } from './filter-bookings.ts'

const booking = (changes: Partial<OwnBooking>): OwnBooking => ({
  bookingID: 'B-7K2M9QX4TR',
  version: 1,
  userID: 'u',
  nicheID: 'n',
  beneficiaryID: 'b',
  paymentID: 'P-7K2M9QX4TR',
  bookingStatus: 'Pending',
  bookingType: 'PreOrder',
  createdAt: '2026-11-20T02:00:00Z',
  approvedAt: null,
  nicheCode: 'TH-1A-03-05',
  nicheRow: 5,
  nicheColumn: 3,
  half: '',
  blockID: 'TH-1A',
  blockName: 'A',
  levelNumber: 1,
  buildingName: 'Tembusu Hall',
  beneficiaryName: 'Lim Siew Hong',
  dateOfBirth: '1948-06-12',
  dateOfDeath: null,
  relationshipWithApplicant: 'Mother',
  inscription: '',
  birthCertSha256: null,
  deathCertSha256: null,
  paymentAmount: '3800.00',
  paymentMethod: 'Credit Card',
  paymentStatus: 'Pending',
  paymentDate: '2026-11-20T02:00:00Z',
  holdExpiresAt: null,
  roomLeft: false,
  urnRequested: false,
  certificateAsked: false,
  certificateRequest: null,
  ending: null,
  madeBy: 'user',
  ...changes,
})
const list = [
  booking({}),
  booking({ bookingID: 'B-0000000001', bookingStatus: 'Confirmed', beneficiaryName: 'Tan Ah Kow', blockID: 'AH-2C' }),
]

test.each([
  ['All', '', 2],
  ['Confirmed', '', 1],
  ['Cancelled', '', 0],
  ['All', 'lim SIEW', 1],
  ['All', 'ah-2c', 1],
  ['All', ' b-0000 ', 1],
  ['Pending', 'tan', 0],
] as const)('status filter %s and search "%s" find %d bookings', (status, search, count) => {
  expect(filterBookings(list, status, search)).toHaveLength(count)
})
