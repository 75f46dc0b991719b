import { daysAhead, readCalendar } from '#contract/appointments/free-times.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { addDays, dayMs, toDay, toInstant } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { isWithStaff } from '#contract/urns/moves.ts'
import { findRelative } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { speakerIn } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { findUrnsOf, listExpiredAttempts, listUnplacedUrns } from '#server/urns/public.ts'
import { calendarOf } from './letters.ts'
import { appointmentState, lockAppointment } from './locked-appointment.ts'
import { requireFamily } from './make-appointment.ts'
import {
  findAppointment,
  findBooking,
  findLastAppointment,
  listBetween,
  listLastAppointmentsOf,
  listOthersInNiche,
  listProposed,
  listUnfinished,
  listWithoutAppointment,
  type StaffAppointmentRow,
} from './queries.ts'
import { findSchedule, listFreeTimes } from './slots.ts'

const daysWithoutAppointment = 30
/** An urn that is not placed becomes a task at this age. An expired attempt is shown only until then. */
const daysWithUrn = 7

export async function listOwnAppointments({ db, actor }: SignedInContext) {
  const rows = await listLastAppointmentsOf(db, actor.userID)
  return rows.map(({ appointment, buildingName }) => ({ ...appointment, buildingName }))
}

/** An applicant gets 404 for the booking of another family. */
export async function getForBooking(context: SignedInContext, bookingID: string) {
  const { db, actor, clock } = context
  const readerID = actor.role === 'user' ? actor.userID : undefined
  const booking = await findBooking(db, bookingID, readerID)
  if (!booking) throw new AppError('NOT_FOUND')
  const { buildingID, bookingStatus, bookingType, nicheID, ...shown } = booking
  const others = await listOthersInNiche(db, nicheID, bookingID, readerID)
  const last = await findLastAppointment(db, bookingID)
  const urnPlace = (await findUrnsOf(db, [bookingID])).get(bookingID)?.place
  const schedule = await findSchedule(db, buildingID)
  const now = clock()
  const canMove = appointmentActionsFor(appointmentState({ appointment: last, urnPlace }, now), 'staff').includes(
    'move',
  )
  const options = { now, current: canMove ? last : undefined }
  const today = toDay(now)
  const days = schedule ? daysFor(actor.role, schedule, today) : []
  const period = { from: days[0] ?? today, until: addDays(today, daysAhead) }
  return {
    ...shown,
    isApproved: isApproved({ bookingStatus, bookingType }),
    isUrnHere: urnPlace !== undefined && isWithStaff(urnPlace),
    appointment: last ? { ...last, buildingName: booking.buildingName } : null,
    others,
    days: schedule ? await listFreeTimes(db, schedule, days, options) : [],
    period: { ...period, closed: schedule ? readCalendar(schedule).closedDays(period.from, period.until) : [] },
  }
}

/** Families choose among working days after a lead time; staff may choose any day from today on. */
const daysFor = (role: string, schedule: Parameters<typeof readCalendar>[0], today: string) =>
  role === 'user'
    ? readCalendar(schedule).daysFrom(today)
    : Array.from({ length: daysAhead + 1 }, (_, index) => addDays(today, index))

export const getCalendarFile = (context: SignedInContext, appointmentID: string): Promise<string> =>
  inTransaction(context, async (context) => {
    const found = await findAppointment(context.db, appointmentID)
    const lockedAppointment = found && (await lockAppointment(context, found.bookingID, async () => found))
    if (!lockedAppointment || found.status === 'requested') throw new AppError('NOT_FOUND')
    await requireFamily(context, lockedAppointment)
    const method = found.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
    const { booking, applicant } = lockedAppointment.locked
    const { role, userID } = context.actor
    const isRelative = role === 'user' && booking.userID !== userID
    /** The address is left out for the second person of the family, who must not see that of the holder. */
    const attendee = isRelative ? '' : (applicant.email ?? '')
    const write = await calendarOf(context, { ...lockedAppointment, appointment: found }, method, attendee)
    const reader = isRelative ? await findRelative(context.db, booking.bookingID) : applicant
    return write(speakerIn(role === 'user' ? reader?.language : null)).content
  })

export async function listDay({ db }: SignedInContext, day: string) {
  return presentForStaff(db, await listBetween(db, toInstant(day, '00:00'), toInstant(addDays(day, 1), '00:00')))
}

async function presentProposals(db: Db, now: Date) {
  const shown = await presentForStaff(db, await listProposed(db))
  return shown.map((row) => ({ ...row, proposedAt: row.createdAt, isPast: row.startsAt <= now }))
}

export async function listTasks({ db, clock }: SignedInContext) {
  const now = clock()
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const withoutAppointment = await listWithoutAppointment(db, daysAgo(daysWithoutAppointment))
  const notPlaced = await listUnplacedUrns(db, daysAgo(daysWithUrn))
  const expired = await listExpiredAttempts(db, daysAgo(daysWithUrn))
  return {
    proposed: await presentProposals(db, now),
    unfinished: await presentForStaff(db, await listUnfinished(db, now)),
    notPlaced: notPlaced.map(({ beneficiary, ...urn }) => ({ ...urn, beneficiaryName: beneficiary.beneficiaryName })),
    expired,
    withoutAppointment,
  }
}

/** Adds to each appointment its urn and where that is. */
async function presentForStaff(db: Db, rows: readonly StaffAppointmentRow[]) {
  const urns = await findUrnsOf(
    db,
    rows.map(({ bookingID }) => bookingID),
  )
  return rows.map(({ appointment, chargesDueCents: due, ...more }) => ({
    ...appointment,
    ...more,
    urn: urns.get(more.bookingID) ?? null,
    chargesDue: due === null ? null : toAmount(due),
  }))
}
