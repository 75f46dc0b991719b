import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { deathCertFile } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

/** Makes each booking one second after the one before. */
const make = (state: Partial<BookingState> = {}) => {
  testApp.advanceTime(1000)
  return makeBooking(testApp.context, applicant.person, state)
}
const pending = async (query: { kind?: 'Current' | 'PreOrder' | 'Urn'; cursor?: string } = {}) =>
  (await clerk.call(bookingApi.pending, { query })).body

test('a search by contact number finds its bookings, and refuses anything but eight digits', async () => {
  const { bookingID } = await make()
  const found = await clerk.call(bookingApi.search, { query: { query: applicant.person.contactNumber } })
  expect(found.body).toMatchObject([
    { bookingID, id: bookingID, customerName: 'Tan Mei Ling', service: 'Niche booking' },
  ])
  for (const query of ['', '9123456', '+6591234567', '9123456a']) {
    const { status, refusal } = await clerk.call(bookingApi.search, { query: { query } })
    expect([status, refusal.error]).toEqual([400, 'Please provide a valid 8-digit contact number.'])
  }
})

test('a search for a shared contact number lists the bookings of each applicant under their own name', async () => {
  const contactNumber = '67880003'
  const names = ['Lim Ah Hock', 'Lim Mei Fong'] as const
  const people = await Promise.all([
    makeUser(testApp.context, { fullName: names[0], contactNumber }),
    makeUser(testApp.context, { fullName: names[1], contactNumber: `+65 ${contactNumber}` }),
  ])
  for (const person of people) await makeBooking(testApp.context, person)
  const found = await clerk.call(bookingApi.search, { query: { query: contactNumber } })
  expect(found.body.map(({ customerName }) => customerName).sort()).toEqual(names)
})

test('the pending list shows the longest wait first and can be filtered by kind', async () => {
  const current = await make()
  const urn = await make({ type: 'PreOrder', urn: true })
  const preOrder = await make({ type: 'PreOrder', payment: 'Pending' })
  const mine = [current, urn, preOrder].map(({ bookingID }) => bookingID)
  const list = async (kind?: 'Current' | 'PreOrder' | 'Urn') =>
    (await pending(kind && { kind })).map(({ bookingID }) => bookingID).filter((each) => mine.includes(each))
  expect(await list()).toEqual(mine)
  expect(await list('Current')).toEqual([current.bookingID])
  expect(await list('PreOrder')).toEqual([preOrder.bookingID])
  expect(await list('Urn')).toEqual([urn.bookingID])
})

test('an urn request in the pending list waits from when it was made, not from when the niche was booked', async () => {
  const old = await make({ status: 'Confirmed', type: 'PreOrder' })
  const between = await make()
  testApp.advanceTime(1000)
  const body = { bookingID: old.bookingID, dateOfDeath: '2026-02-01', inscription: 'Loved' }
  expect((await applicant.call(bookingApi.placeUrn, { body, files: { deathCertFile } })).status).toBe(200)
  const [first, second] = (await pending()).slice(-2)
  expect([first?.bookingID, second?.bookingID]).toEqual([between.bookingID, old.bookingID])
  expect(second).toMatchObject({ service: 'Urn placement', waitingSince: testApp.time.now.toISOString() })
})

test('the pending list with a cursor continues after that booking', async () => {
  const { bookingID } = await make()
  const next = await make()
  expect((await pending({ cursor: bookingID })).map((row) => row.bookingID)).toEqual([next.bookingID])
})
