import type { z } from 'zod'
import type { appointmentApi } from '#contract/appointments/api.ts'
import type { AppointmentEvent } from '#contract/appointments/transitions.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { isInFamily } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { advanceAppointment, type MoveDetails } from './advance-appointment.ts'
import { type LockedAppointment, lockAppointment } from './locked-appointment.ts'
import { findLastAppointment, findMove } from './queries.ts'

type Start = z.output<typeof appointmentApi.choose.body>

/** The family or a clerk takes a free time. */
export const chooseTime = (context: SignedInContext, form: Start) => startAppointment(context, form, 'choose', '')

/** The family asks for a time that is not offered. It takes no seat before staff confirm it. */
export const proposeTime = (context: SignedInContext, form: z.output<typeof appointmentApi.propose.body>) =>
  startAppointment(context, form, 'propose', form.message)

const startAppointment = (
  context: SignedInContext,
  { bookingID, moveID, day, time }: Start,
  event: AppointmentEvent,
  message: string,
) =>
  inTransaction(context, async (context) => {
    const lockedAppointment = await lockAppointment(context, bookingID, (bookingID) =>
      findLastAppointment(context.db, bookingID),
    )
    if (!lockedAppointment) throw new AppError('NOT_FOUND')
    await requireFamily(context, lockedAppointment)
    const startsAt = toInstant(day, time)
    if (await wasDone(context, lockedAppointment, { moveID, event, startsAt })) return
    requireComing(startsAt, context.clock())
    await advanceAppointment(context, lockedAppointment, event, { startsAt, moveID, message })
  })

/** Gives 404 for the booking of another family, as if there were none. */
export async function requireFamily({ db, actor }: SignedInContext, { locked: { booking } }: LockedAppointment) {
  if (actor.role === 'user' && !(await isInFamily(db, booking.bookingID, actor.userID))) throw new AppError('NOT_FOUND')
}

/** What a call does, by which it is recognised when it is sent again. */
type SentMove = Omit<MoveDetails, 'message'> & { event: AppointmentEvent }

/** Whether the call was made before: a client that got no reply sends it again. */
export async function wasDone({ db, actor }: SignedInContext, { locked }: LockedAppointment, sent: SentMove) {
  const move = sent.moveID && (await findMove(db, sent.moveID))
  if (!move) return false
  requireSameRequest(move, { ...sent, bookingID: locked.booking.bookingID, actorID: actor.userID })
  return true
}

/** A chosen time must be in the future and within a year. */
export function requireComing(startsAt: Date, now: Date) {
  if (startsAt <= now) throw new AppError('TIME_PASSED')
  if (toDay(startsAt) > addDays(toDay(now), 365)) throw new AppError('TIME_NOT_OFFERED')
}
