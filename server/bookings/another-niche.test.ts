import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/app.ts'
import { type MadeBooking, makeBooking } from '#test/bookings.ts'

let it: TestApp
let family: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  it = await startTestApp()
  family = await it.signIn('user')
  clerk = await it.signIn('staff')
})
afterAll(() => it.close())

const make = (status: 'Pending' | 'Confirmed') =>
  makeBooking(it.context, family.person, { status, type: 'Current', payment: 'Paid', urn: false, madeBy: 'user' })

async function look({ bookingID, nicheID }: MadeBooking) {
  const [booking] = (await clerk.call(bookingApi.byID, { query: { bookingID } })).body
  const niche = await clerk.call(nicheApi.byID, { query: { nicheID } })
  return [booking?.bookingStatus, booking?.bookingType, niche.body.status]
}

test.each([
  ['approve', 'Pending', ['Confirmed', 'Current', 'Occupied']],
  ['archive', 'Confirmed', ['Confirmed', 'Archived', 'Available']],
] as const)('to %s is about the niche of the booking, though that of another is named', async (event, from, after) => {
  for (const status of ['Pending', 'Confirmed'] as const) {
    const [booking, another] = [await make(from), await make(status)]
    const was = await look(another)
    const body = { bookingID: booking.bookingID, nicheID: another.nicheID }
    expect((await clerk.call(bookingApi[event], { body })).status).toBe(200)
    expect(await look(booking)).toEqual(after)
    expect(await look(another)).toEqual(was)
  }
})
