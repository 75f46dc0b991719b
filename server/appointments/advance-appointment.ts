import { randomUUID } from 'node:crypto'
import { isOpen } from '#contract/appointments/appointment.ts'
import { readCalendar } from '#contract/appointments/free-times.ts'
import { type AppointmentEvent, explainAppointmentRefusal, statusAfter } from '#contract/appointments/transitions.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { toDay } from '#contract/dates.ts'
import { remember } from '#server/audit/public.ts'
import type { LockedBooking } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { appointmentMoves } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyAppointmentsChanged } from './appointment-watch.ts'
import { enqueueAppointmentLetter } from './letters.ts'
import { appointmentState, type LockedAppointment } from './locked-appointment.ts'
import { type AppointmentRow, insertAppointment, updateAppointment } from './queries.ts'
import { lockSchedule, releaseSeat, takeSeat } from './slots.ts'

export interface MoveDetails {
  startsAt?: Date
  message?: string
  reason?: string
  moveID?: string | undefined
}

const takesSeat = new Set<AppointmentEvent>(['choose', 'confirm', 'move'])
const needsApproval = new Set<AppointmentEvent>(['choose', 'propose', 'confirm', 'move'])

/** The only way an appointment changes: checks the transition, takes or releases its slot, records it and writes the letter. */
export async function advanceAppointment(
  context: Context,
  lockedAppointment: LockedAppointment,
  event: AppointmentEvent,
  details: MoveDetails = {},
): Promise<void> {
  const { db, actor, clock } = context
  const { locked, location, appointment: before } = lockedAppointment
  const { startsAt = before?.startsAt, message, reason = '', moveID = randomUUID() } = details
  const state = appointmentState(lockedAppointment, clock())
  const status = statusAfter(state, event, actor?.role ?? 'system')
  if (!status) throw new AppError('APPOINTMENT_NOT_MOVABLE', { why: explainAppointmentRefusal(state, event) })
  if (needsApproval.has(event) && !isApproved(locked.booking)) throw new AppError('BOOKING_NOT_APPROVED')
  if (!startsAt) throw new Error('An appointment needs a time')

  const schedule = takesSeat.has(event) || event === 'propose' ? await lockSchedule(db, location.buildingID) : undefined
  /** A family takes one of the times that are offered; a clerk may agree on any with them. */
  const mustBeOffered = schedule && takesSeat.has(event) && actor?.role === 'user'
  if (mustBeOffered && !readCalendar(schedule).isOffered(startsAt, toDay(clock())))
    throw new AppError('TIME_NOT_OFFERED')
  const changes = {
    status,
    ...(schedule && {
      buildingID: location.buildingID,
      startsAt,
      endsAt: new Date(startsAt.getTime() + schedule.slotMinutes * 60_000),
      remindedAt: null,
    }),
    ...(message !== undefined && { message }),
  }
  const move = { moveID, event, status, startsAt, reason, actorID: actor?.userID, at: clock() }
  const after = await save(context, locked, before, changes, move)
  if (schedule && takesSeat.has(event) && !(await takeSeat(db, schedule, after))) throw new AppError('SLOT_TAKEN')
  if (status === 'cancelled') await releaseSeat(db, after.appointmentID)

  await enqueueAppointmentLetter(context, { ...lockedAppointment, appointment: after }, event, { before, reason })
  const days = [after, ...(before ? [before] : [])].map((each) => toDay(each.startsAt))
  context.afterCommit(() => notifyAppointmentsChanged(context, days))
}

/** An appointment that has ended stays as it is; the booking gets another one. The same statement writes the history. */
async function save(
  context: Context,
  { booking: { bookingID } }: LockedBooking,
  before: AppointmentRow | undefined,
  changes: Partial<AppointmentRow> & Pick<AppointmentRow, 'status'>,
  move: Omit<typeof appointmentMoves.$inferInsert, 'appointmentID'>,
): Promise<AppointmentRow> {
  const details = { startsAt: move.startsAt.toISOString(), ...(move.reason && { reason: move.reason }) }
  const history = (appointmentID: string) =>
    remember(context, appointmentMoves, { ...move, appointmentID }, `appointment.${move.event}`, {
      subject: bookingID,
      details,
    })
  if (before && isOpen(before.status)) {
    const changed = await updateAppointment(history(before.appointmentID), before, changes)
    if (!changed) throw new AppError('APPOINTMENT_CHANGED')
    return changed
  }
  const { buildingID, startsAt, endsAt } = changes
  if (!buildingID || !startsAt || !endsAt) throw new Error('An appointment needs a hall and a time')
  const appointmentID = randomUUID()
  const made = { appointmentID, bookingID, buildingID, startsAt, endsAt, createdAt: context.clock() }
  return insertAppointment(history(appointmentID), { ...changes, ...made })
}
