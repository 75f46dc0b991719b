import { expect, test } from 'vitest'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { type BookingInNiche, findPlaceAgain } from './places.ts'

/** Active bookings have a place; those that have ended keep the number of the one they had. */
const booking = (name: string, placeNumber: number, beside: string | null = null, isOver = false): BookingInNiche => ({
  bookingID: name,
  placeNumber,
  besideBookingID: beside,
  userID: null,
  nicheStatus: 'Reserved',
  bookingStatus: isOver ? 'Cancelled' : 'Confirmed',
  bookingType: 'PreOrder',
  holdExpiresAt: null,
})
const ended = (name: string, placeNumber: number, beside: string | null = null) =>
  booking(name, placeNumber, beside, true)

const mother = booking('mother', 1)
const father = booking('father', 2, 'mother')
const stranger = booking('stranger', 1)

test.each([
  ['its place in a free niche', ended('A', 1), [], 'Available', 1, 1],
  ['no place in a niche that is not free', ended('A', 1), [], 'Blocked', 1, undefined],
  ['its place beside the person beside whom it was booked', ended('A', 2, 'mother'), [mother], 'Reserved', 2, 2],
  ['its place although a third person is between them', ended('A', 3, 'father'), [mother, father], 'Reserved', 3, 3],
  ['its place if it was the first', ended('mother', 1), [father], 'Reserved', 2, 1],
  [
    'its place if those who connect them have left',
    ended('A', 3, 'mother'),
    [ended('mother', 1), father],
    'Reserved',
    3,
    3,
  ],
  ['another free place if its own is taken', ended('A', 2, 'mother'), [mother, father], 'Reserved', 3, 3],
  ['a lower place if the niche has fewer now', ended('A', 4, 'mother'), [mother], 'Reserved', 2, 2],
  ['no place in a full niche', ended('A', 2, 'mother'), [mother, father], 'Reserved', 2, undefined],
  [
    'no place in a niche that another family has',
    ended('A', 2, 'mother'),
    [ended('mother', 1), stranger],
    'Pending',
    2,
    undefined,
  ],
  ['no place beside another family, if it was the first', ended('mother', 2), [stranger], 'Pending', 2, undefined],
] as const satisfies [string, BookingInNiche, BookingInNiche[], NicheStatus, number, number | undefined][])(
  'an ended booking returns to %s',
  (_, booking, others, currentNicheStatus, capacity, expected) => {
    expect(findPlaceAgain({ booking, currentNicheStatus }, [booking, ...others], capacity)).toBe(expected)
  },
)
