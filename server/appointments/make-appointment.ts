import type { z } from 'zod'
import type { appointmentApi } from '#contract/appointments/api.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { isInFamily } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { advanceAppointment } from './advance-appointment.ts'
import { type LockedAppointment, lockAppointment } from './locked-appointment.ts'
import { findLastAppointment, findMove } from './queries.ts'

type Start = z.output<typeof appointmentApi.choose.body>

/** The family or a clerk takes a free time. */
export const chooseTime = (context: SignedInContext, form: Start) =>
  startAppointment(context, form, 'choose', (context, lockedAppointment) =>
    advanceAppointment(context, lockedAppointment, 'choose', { ...detailsOf(context, form), message: '' }),
  )

/** The family asks for a time that is not offered. It takes no seat before staff confirm it. */
export const proposeTime = (context: SignedInContext, form: z.output<typeof appointmentApi.propose.body>) =>
  startAppointment(context, form, 'propose', (context, lockedAppointment) =>
    advanceAppointment(context, lockedAppointment, 'propose', { ...detailsOf(context, form), message: form.message }),
  )

const startAppointment = (
  context: SignedInContext,
  { bookingID, moveID, day, time }: Start,
  event: AppointmentEvent,
  start: (context: SignedInContext, lockedAppointment: LockedAppointment) => Promise<void>,
) =>
  inTransaction(context, async (context) => {
    const lockedAppointment = await lockAppointment(context, bookingID, (bookingID) =>
      findLastAppointment(context.db, bookingID),
    )
    if (!lockedAppointment) throw new AppError('NOT_FOUND')
    await requireFamily(context, lockedAppointment)
    const sent = { moveID, event, startsAt: toInstant(day, time) }
    if (!(await wasDone(context, lockedAppointment, sent))) await start(context, lockedAppointment)
  })

const detailsOf = ({ clock }: SignedInContext, form: Start) => ({
  startsAt: timeOf(form, clock()),
  moveID: form.moveID,
})

/** Gives 404 for the booking of another family, as if there were none. */
export async function requireFamily({ db, actor }: SignedInContext, { locked: { booking } }: LockedAppointment) {
  if (actor.role === 'user' && !(await isInFamily(db, booking.bookingID, actor.userID))) throw new AppError('NOT_FOUND')
}

/** What a call does, by which it is recognised when it is sent again. */
export interface SentMove {
  moveID?: string | undefined
  event: AppointmentEvent
  startsAt?: Date
  reason?: string
}

/** Whether the call was made before: a client that got no reply sends it again. */
export async function wasDone({ db, actor }: SignedInContext, { locked }: LockedAppointment, sent: SentMove) {
  const move = sent.moveID && (await findMove(db, sent.moveID))
  if (!move) return false
  requireSameRequest(move, { ...sent, bookingID: locked.booking.bookingID, actorID: actor.userID })
  return true
}

/** The chosen time, which must be in the future and within a year. */
export function timeOf({ day, time }: Pick<Start, 'day' | 'time'>, now: Date): Date {
  const startsAt = toInstant(day, time)
  if (startsAt <= now) throw new AppError('TIME_PASSED')
  if (day > addDays(toDay(now), 365)) throw new AppError('TIME_NOT_OFFERED')
  return startsAt
}
