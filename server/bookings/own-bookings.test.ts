import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { type BookingEvent, type BookingState, transitions } from '#contract/bookings/transitions.ts'
import { familyStatus } from '#contract/family/family-status.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { eventsOf } from '#contract/state-table.ts'
import { expireHolds } from '#server/checkout/expire-holds.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { deathCertFile } from '#test/booking-forms.ts'
import { readBooking } from '#test/booking-reads.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { eventsWithoutLetter } from './letters.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

const reason = 'The certificate belongs to another person.'
const make = async (state: Partial<BookingState> = {}) =>
  (await makeBooking(testApp.context, applicant.person, state)).bookingID
const deny = (bookingID: string) =>
  clerk.call(bookingApi.deny, { body: { bookingID, to: applicant.person.email, reason } })
const placeUrn = (bookingID: string) =>
  applicant.call(bookingApi.placeUrn, { body: { bookingID, dateOfDeath: '2026-01-31' }, files: { deathCertFile } })

describe('a booking in My Bookings', () => {
  test('a booking in My Bookings has its level', async () => {
    expect(await readBooking(applicant, await make())).toMatchObject({ levelNumber: 1, ending: null })
  })

  test('a denied booking in My Bookings has the reason, and the state of its refund', async () => {
    const bookingID = await make()
    await deny(bookingID)
    expect(await readBooking(applicant, bookingID)).toMatchObject({
      bookingStatus: 'Cancelled',
      ending: { event: 'deny', reason },
      paymentStatus: 'Refunding',
    })
  })

  test('a booking in My Bookings whose urn request was denied has the reason, until it moves again', async () => {
    const bookingID = await make({ type: 'PreOrder', urn: true })
    await deny(bookingID)
    const ending = { event: 'deny', reason }
    expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Confirmed', ending })
    expect((await placeUrn(bookingID)).status).toBe(200)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ urnRequested: true, ending: null })
  })

  test('a reopened booking in My Bookings has neither the reason, which is a note among staff, nor a day of approval', async () => {
    const bookingID = await make()
    expect((await clerk.call(bookingApi.approve, { body: { bookingID } })).status).toBe(200)
    expect((await readBooking(applicant, bookingID))?.approvedAt).toBe(testApp.time.now.toISOString())
    const note = 'Approved the wrong family.'
    expect((await clerk.call(bookingApi.reopen, { body: { bookingID, reason: note } })).status).toBe(200)
    const booking = await readBooking(applicant, bookingID)
    expect(booking).toMatchObject({ ending: null, approvedAt: null })
    expect(JSON.stringify(booking)).not.toContain(note)
  })

  test('a booking in My Bookings that was paid at the counter with another amount does not have the reason for it', async () => {
    const bookingID = await make({ payment: 'Pending', madeBy: 'staff' })
    const note = 'Half was paid last year.'
    const body = { bookingID, paymentMethod: 'Cash', paymentAmount: '100.00', note, confirmedAmount: true }
    expect((await clerk.call(paymentApi.update, { body })).status).toBe(200)
    expect(JSON.stringify(await readBooking(applicant, bookingID))).not.toContain(note)
  })

  test('a booking in My Bookings whose hold has lapsed is explained as not paid in time, before a job has ended it', async () => {
    const bookingID = await make({ payment: 'Pending' })
    testApp.advanceTime(31 * 60_000)
    const booking = await readBooking(applicant, bookingID)
    expect(booking && familyStatus(booking).title).toBe('Not paid in time')
  })
})

const events: [BookingEvent, Partial<BookingState>, (bookingID: string) => Promise<unknown>][] = [
  ['approve', {}, (bookingID) => clerk.call(bookingApi.approve, { body: { bookingID } })],
  ['approve', { type: 'PreOrder', urn: true }, (bookingID) => clerk.call(bookingApi.approve, { body: { bookingID } })],
  ['confirm', { type: 'PreOrder' }, (bookingID) => clerk.call(bookingApi.confirm, { body: { bookingID } })],
  ['deny', {}, deny],
  ['deny', { payment: 'Pending' }, deny],
  ['deny', { type: 'PreOrder', urn: true }, deny],
  ['requestUrn', { type: 'PreOrder', status: 'Confirmed' }, placeUrn],
  [
    'requestCertificate',
    {},
    (bookingID) =>
      clerk.call(bookingApi.requestCertificate, { body: { bookingID, kinds: ['birth', 'death'], reason } }),
  ],
  [
    'release',
    { type: 'PreOrder', status: 'Confirmed' },
    (bookingID) => clerk.call(bookingApi.release, { body: { bookingID, reason } }),
  ],
  ['archive', { status: 'Confirmed' }, (bookingID) => clerk.call(bookingApi.archive, { body: { bookingID } })],
  ['cancel', { payment: 'Pending' }, (bookingID) => clerk.call(bookingApi.cancel, { body: { bookingID } })],
  ...([{ status: 'Confirmed' }, { status: 'Confirmed', type: 'Archived' }] as const).map(
    (state): (typeof events)[number] => [
      'reopen',
      state,
      (bookingID) => clerk.call(bookingApi.reopen, { body: { bookingID, reason: 'A note among staff' } }),
    ],
  ),
  [
    'expire',
    { payment: 'Pending' },
    () => {
      testApp.advanceTime(31 * 60_000)
      return expireHolds(testApp.context)
    },
  ],
  [
    'finalise',
    { payment: 'Pending', madeBy: 'staff', type: 'PreOrder' },
    (bookingID) => clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } }),
  ],
  [
    'finalise',
    { payment: 'Pending' },
    (bookingID) =>
      clerk.call(paymentApi.update, {
        body: { bookingID, paymentMethod: 'Waived', note: 'A test', confirmedAmount: true },
      }),
  ],
]

test.each(events)(
  'the letter after %s of a booking with %j says what My Bookings says',
  async (_event, state, move) => {
    const bookingID = await make(state)
    await move(bookingID)
    const booking = await readBooking(applicant, bookingID)
    if (!booking) throw new Error('The family cannot see its booking')
    const { title, reason: written, next } = familyStatus(booking)
    const letter = (await testApp.letters({ to: applicant.person.email })).at(-1)
    expect(letter?.text).toContain(next)
    if (written) expect(letter?.text).toContain(`Our staff wrote: ${written}`)
    if (letter?.kind !== 'receipt') expect(letter?.text).toMatch(new RegExp(`Status: +${title}\\n`))
  },
)

test('every event has a letter that is compared with My Bookings, or a reason why it has none', () => {
  const compared = new Set(events.map(([event]) => event))
  const others = eventsOf(transitions).filter((event) => !compared.has(event))
  expect(others.sort()).toEqual(eventsWithoutLetter.sort())
})

test('a family that cancels its unpaid booking by itself gets no letter about it', async () => {
  const bookingID = await make({ payment: 'Pending' })
  expect((await applicant.call(bookingApi.cancel, { body: { bookingID } })).status).toBe(200)
  expect(await testApp.letters({ to: applicant.person.email })).toEqual([])
})
