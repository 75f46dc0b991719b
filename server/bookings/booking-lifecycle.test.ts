import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import {
  type BookingEvent,
  type BookingState,
  findTransition,
  nicheAfter,
  paymentAfter,
  transitions,
} from '#contract/bookings/transitions.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { auditLog } from '#server/database/schema.ts'
import { bookingCalls } from '#test/booking-calls.ts'
import { type MadeBooking, makeBooking, usualState } from '#test/booking-factory.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { expectInvariants } from '#test/invariants.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
/** Its niche is sent along with decisions on other bookings, which must not change it. */
let unrelatedBooking: MadeBooking
beforeAll(async () => {
  unrelatedBooking = await makeBooking(testApp.context, applicant.person)
})

const states: Record<string, Partial<BookingState>> = {
  'unpaid Current': { payment: 'Pending' },
  'unpaid PreOrder': { type: 'PreOrder', payment: 'Pending' },
  'unpaid Current made at the counter': { payment: 'Pending', madeBy: 'staff' },
  'unpaid PreOrder made at the counter': { type: 'PreOrder', payment: 'Pending', madeBy: 'staff' },
  'paid Current': { payment: 'Paid' },
  'paid PreOrder': { type: 'PreOrder', payment: 'Paid' },
  'waived Current': { payment: 'Waived' },
  'waived PreOrder': { type: 'PreOrder', payment: 'Waived' },
  'PreOrder with an open urn request': { type: 'PreOrder', urn: true },
  'paid and waiting for a certificate': { certificateAsked: true },
  'confirmed Current': { status: 'Confirmed' },
  'confirmed PreOrder': { status: 'Confirmed', type: 'PreOrder' },
  'confirmed waived PreOrder': { status: 'Confirmed', type: 'PreOrder', payment: 'Waived' },
  'Archived with its niche free': { status: 'Confirmed', type: 'Archived', nicheFree: true },
  'Archived with its niche taken': { status: 'Confirmed', type: 'Archived', nicheFree: false },
  'cancelled by the clock': { status: 'Cancelled', payment: 'Failed' },
  'denied and refunded': { status: 'Cancelled', payment: 'Refunded' },
}

/** The endpoint of each event: its roles decide between 403 (wrong role) and 409 (wrong state). */
const endpointByEvent: Record<string, { roles: readonly string[] }> = {
  ...bookingApi,
  ...correctionApi,
  finalise: paymentApi.update,
  requestUrn: bookingApi.placeUrn,
  sendCertificate: bookingApi.sendCertificates,
  amend: bookingApi.submit,
}

/** Events from the card provider and the background job are tested elsewhere. */
const calls = bookingCalls(() => ({ to: applicant.person.email, nicheID: unrelatedBooking.nicheID }))

/** Calls that succeed although the table has no transition: a repeated payment, the same form for a free booking, or a new booking of a free niche. */
function isIdempotent({ status, payment, nicheFree }: BookingState, event: BookingEvent, by: string) {
  if (event === 'finalise') return by === 'staff' && payment === 'Waived' && status !== 'Cancelled'
  return event === 'amend' && (status === 'Cancelled' || payment === 'Waived' || nicheFree === true)
}

const callers = { user: () => applicant, staff: () => clerk, admin: () => admin }
const cases = Object.entries(calls).flatMap(([event, call]) =>
  (['user', 'staff', 'admin'] as const)
    /** An applicant's finalise asks the provider and a clerk's amend needs an applicant: both are tested elsewhere. */
    .filter((by) => !(event === 'finalise' && by === 'user') && !(event === 'amend' && by !== 'user'))
    .map((by) => ({ event: event as BookingEvent, by, call })),
)

async function readState({ bookingID, nicheID }: MadeBooking) {
  const booking = await readBooking(clerk, bookingID)
  return {
    status: booking?.bookingStatus,
    type: booking?.bookingType,
    payment: booking?.paymentStatus,
    urn: booking?.urnRequested,
    certificateAsked: booking?.certificateAsked,
    niche: await readNicheStatus(clerk, nicheID),
  }
}

const countEntries = ({ bookingID }: MadeBooking, event: BookingEvent) =>
  testApp.context.db.$count(auditLog, and(eq(auditLog.subject, bookingID), eq(auditLog.action, `booking.${event}`)))

describe.each(Object.entries(states))('a booking that is %s', (name, differences) => {
  const from: BookingState = { ...usualState, ...differences }
  const allowed = cases.filter(({ event, by }) => findTransition(from, event, by))
  const refused = cases.filter(({ event, by }) => !findTransition(from, event, by) && !isIdempotent(from, event, by))

  test.each(allowed)(
    `a booking that is ${name}: $event by $by gives the state in the transition table, and an entry in the audit log`,
    async ({ event, by, call }) => {
      const booking = await makeBooking(testApp.context, applicant.person, from)
      const was = await readState(booking)
      const entries = await countEntries(booking, event)
      expect((await call(callers[by](), booking)).status).toBe(200)
      expect(await countEntries(booking, event)).toBe(entries + 1)
      const move = findTransition(from, event, by)
      if (!move) throw new Error('The transition table has changed during the test')
      const { status, type, niche } = booking.before
      const chosen = event === 'amend' ? 'PreOrder' : from.type
      const to = move.to === 'before' ? { status, type } : { status: from.status, type: chosen, ...move.to }
      const after = nicheAfter(move, to.type)
      expect(await readState(booking)).toEqual({
        ...to,
        payment: move.money === 'settle' ? 'Paid' : paymentAfter(move, from.payment),
        urn: move.urn ? move.urn === 'Open' : from.urn,
        certificateAsked: event === 'requestCertificate',
        niche: after === 'before' ? niche : (after ?? was.niche),
      })
    },
  )

  test(`a booking that is ${name} refuses all other events and does not change: ${refused.map(({ event, by }) => `${event} by ${by}`).join(', ')}`, async () => {
    const booking = await makeBooking(testApp.context, applicant.person, from)
    const was = await readState(booking)
    for (const { event, by, call } of refused) {
      const status = endpointByEvent[event]?.roles.some((role) => role === by) ? 409 : 403
      expect([event, by, (await call(callers[by](), booking)).status]).toEqual([event, by, status])
    }
    expect(await readState(booking)).toEqual(was)
  })
})

test('every event of the transition table is tested here, in denial.test.ts, or comes from the card provider or a lapsed hold', () => {
  const elsewhere = ['pay', 'expire', 'retake', 'undoDenial']
  expect(
    Object.keys(transitions)
      .filter((event) => !(event in calls))
      .toSorted(),
  ).toEqual(elsewhere.toSorted())
})

test('a booking whose niche was sent along with decisions on other bookings has not changed', async () => {
  expect(await readState(unrelatedBooking)).toEqual({
    status: 'Pending',
    type: 'Current',
    payment: 'Paid',
    urn: false,
    certificateAsked: false,
    niche: 'Pending',
  })
})

test('the invariants of the database hold after all events', () =>
  expectInvariants(testApp.context.db, [
    'a move was not recorded in the audit log',
    'the history of a niche does not form a chain',
    'a settled payment has no receipt',
  ]))
