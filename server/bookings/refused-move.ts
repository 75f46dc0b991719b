import { type MoveRefusal, moveRefusals } from '#contract/bookings/refusals.ts'
import {
  type BookingEvent,
  type BookingState,
  bookingEventWords,
  explainRefusal,
} from '#contract/bookings/transitions.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { isHoldLapsed } from './holds.ts'
import { findLastMove, type LockedBooking } from './queries.ts'

/** Refusals with their own error code; all others use `BOOKING_NOT_MOVABLE`. */
const ownCodes: Partial<Record<MoveRefusal, ErrorCode>> = {
  UNPAID: 'BOOKING_UNPAID',
  MADE_AT_COUNTER: 'BOOKING_MADE_AT_COUNTER',
}

/** Explains why the event is refused. For staff, it adds the last move, who made it and when. */
export async function explainRefusedMove(
  context: Context,
  locked: LockedBooking,
  state: BookingState,
  event: BookingEvent,
): Promise<AppError> {
  const refusal = explainRefusal(state, event)
  const ownCode = ownCodes[refusal]
  if (ownCode) return new AppError(ownCode)
  const why = moveRefusals[refusal]
  if (context.actor?.role !== 'staff') return new AppError('BOOKING_NOT_MOVABLE', { why })
  const more = isHoldLapsed(locked.booking, context.clock())
    ? 'It was not paid in time.'
    : await describeLastMove(context.db, locked.booking.bookingID)
  return new AppError('BOOKING_NOT_MOVABLE', { why: `${why} ${more}`.trim() })
}

/** Refuses a decision if the booking has changed since the clerk saw it. Without a version, nothing is checked. */
export async function requireUnchanged(context: Context, locked: LockedBooking, seenVersion: number | undefined) {
  if (seenVersion !== undefined && seenVersion !== locked.booking.version)
    throw await changedBookingError(context, locked)
}

export const changedBookingError = async ({ db }: Context, { booking }: LockedBooking) =>
  new AppError('BOOKING_CHANGED', { why: await describeLastMove(db, booking.bookingID) })

async function describeLastMove(db: Db, bookingID: string): Promise<string> {
  const last = await findLastMove(db, bookingID)
  if (!last) return ''
  return `It was ${bookingEventWords[last.event].past} by ${last.actorName}, ${formatDateTime(last.at)}.`
}
