import { expect, test } from 'vitest'
import { foldName } from '#contract/fold-name.ts'
import { sampleBooking } from '#test/sample-booking.ts'
import { filterBookings } from './filter-bookings.ts'

const list = [
  sampleBooking,
  {
    ...sampleBooking,
    bookingID: 'B-0000000001',
    bookingStatus: 'Confirmed' as const,
    beneficiaryName: 'Tan Ah Kow',
    blockID: 'AH-2C',
  },
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

test.each([
  ['陳', 1],
  ['陈亚', 1],
  ['林', 0],
])('"%s" finds %d bookings of a person called Tan Ah Kow 陳亞九', (search, count) => {
  const booking = { ...sampleBooking, beneficiaryName: 'Tan Ah Kow 陳亞九' }
  expect(filterBookings([booking], 'All', search, foldName)).toHaveLength(count)
})
