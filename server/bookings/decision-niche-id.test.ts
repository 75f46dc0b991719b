import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { type MadeBooking, makeBooking } from '#test/booking-factory.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')

const make = (status: 'Pending' | 'Confirmed') => makeBooking(testApp.context, applicant.person, { status })

async function readStatuses({ bookingID, nicheID }: MadeBooking) {
  const booking = await readBooking(clerk, bookingID)
  return [booking?.bookingStatus, booking?.bookingType, await readNicheStatus(clerk, nicheID)]
}

test.each([
  ['approve', 'Pending', ['Confirmed', 'Current', 'Occupied']],
  ['archive', 'Confirmed', ['Confirmed', 'Archived', 'Available']],
] as const)(
  "%s ignores another booking's niche ID and changes only the booking's own niche",
  async (event, from, after) => {
    for (const status of ['Pending', 'Confirmed'] as const) {
      const [booking, another] = [await make(from), await make(status)]
      const was = await readStatuses(another)
      const body = { bookingID: booking.bookingID, nicheID: another.nicheID }
      expect((await clerk.call(bookingApi[event], { body })).status).toBe(200)
      expect(await readStatuses(booking)).toEqual(after)
      expect(await readStatuses(another)).toEqual(was)
    }
  },
)
