import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { appointmentStatuses } from '#contract/appointments/appointment.ts'
import {
  type AppointmentEvent,
  type AppointmentState,
  appointmentEvents,
  statusAfter,
} from '#contract/appointments/transitions.ts'
import { type Role, roles } from '#contract/roles.ts'
import { once } from '#server/core/once.ts'
import { bookings } from '#server/database/schema.ts'
import { type ApprovedBooking, makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
let callers: Record<Role, SignedInCaller>
beforeAll(async () => {
  /** A Monday, 10:30 in Singapore. */
  testApp.time.now = new Date('2026-11-23T02:30:00Z')
  callers = {
    user: await testApp.signIn('user'),
    staff: await testApp.signIn('staff'),
    admin: await testApp.signIn('admin'),
    witness: await testApp.signIn('witness'),
  }
})

const times = {
  'on another day': { startsAt: '2026-11-30T02:00:00Z', dayCome: false, begun: false },
  'later today': { startsAt: '2026-11-23T07:00:00Z', dayCome: true, begun: false },
  'earlier today': { startsAt: '2026-11-23T01:00:00Z', dayCome: true, begun: true },
}
const states = [
  ['there is no appointment', 'none', times['on another day']] as const,
  ...appointmentStatuses.flatMap((status) =>
    Object.entries(times).map(([when, time]) => [`the appointment is ${status} and ${when}`, status, time] as const),
  ),
]

const newTime = { day: '2026-11-27', time: '09:00' }

/** The other roles are refused before the appointment is read, which test/access-matrix.test.ts checks. */
const admitted = (event: AppointmentEvent) => {
  const admittedRoles: readonly Role[] = appointmentApi[event].roles
  return roles.filter((role) => admittedRoles.includes(role))
}

/** The call of each event. */
function call(
  event: AppointmentEvent,
  who: SignedInCaller,
  bookingID: string,
  seen: { appointmentID: string; version: number },
) {
  if (event === 'choose' || event === 'propose')
    return who.call(appointmentApi[event], { body: { bookingID, ...newTime } })
  if (event === 'move') return who.call(appointmentApi.move, { body: { ...seen, ...newTime } })
  return who.call(appointmentApi[event], { body: seen })
}

describe.each(states)('if %s', (_, status, { startsAt, dayCome, begun }) => {
  const isNone = status === 'none'
  const state: AppointmentState = { status, dayCome: !isNone && dayCome, begun: !isNone && begun, urnOutside: false }
  const refusal = (event: AppointmentEvent) => (isNone && event !== 'choose' && event !== 'propose' ? 404 : 409)
  const makeHere = async () => {
    const booking = await makeApproved(testApp.context, callers.user.person)
    const seen = isNone ? noAppointment : await makeAppointment(testApp.context, booking, status, new Date(startsAt))
    return { booking, seen }
  }
  /** One appointment for all calls that are refused, which change nothing. */
  const makeShared = once(makeHere)

  test.each(appointmentEvents)(
    '%s of an appointment over HTTP gives the status in the table, and is refused where the table has no move',
    async (event) => {
      for (const by of admitted(event)) {
        const expected = statusAfter(state, event, by)
        const { booking, seen } = await (expected ? makeHere() : makeShared())
        const answer = await call(event, callers[by], booking.bookingID, seen)
        expect([by, answer.status], event).toEqual([by, expected ? 200 : refusal(event)])
        expect(await readStatus(booking)).toBe(expected ?? (isNone ? undefined : status))
      }
    },
  )
})

describe.each(appointmentStatuses)('if the booking has ended and its appointment is %s', (status) => {
  const { startsAt } = times['on another day']
  const makeEnded = once(async () => {
    const booking = await makeApproved(testApp.context, callers.user.person)
    const seen = await makeAppointment(testApp.context, booking, status, new Date(startsAt))
    const ended = { bookingStatus: 'Cancelled' as const }
    await testApp.context.db.update(bookings).set(ended).where(eq(bookings.bookingID, booking.bookingID))
    return { booking, seen }
  })

  test.each(['choose', 'propose', 'confirm', 'move'] as const)(
    '%s is refused over HTTP once the booking has ended',
    async (event) => {
      for (const by of admitted(event)) {
        const { booking, seen } = await makeEnded()
        const answer = await call(event, callers[by], booking.bookingID, seen)
        expect([by, answer.status]).toEqual([by, 409])
        expect(await readStatus(booking)).toBe(status)
      }
    },
  )
})

const noAppointment = { appointmentID: crypto.randomUUID(), version: 1 }

async function readStatus({ bookingID }: ApprovedBooking) {
  const { body } = await callers.staff.call(appointmentApi.forBooking, { params: { bookingID } })
  return body.appointment?.status
}
