import { desc, eq } from 'drizzle-orm'
import { pastOf } from '#contract/bookings/event-words.ts'
import { type BookingEvent, type BookingState, whyNot } from '#contract/bookings/transitions.ts'
import { showInstant } from '#contract/dates.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { bookingMoves, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type HeldBooking, holdIsOver } from './held-booking.ts'

/** Says why the event cannot happen; those behind the counter are also told what was done last, by whom and when. */
export async function refusalOf(
  context: Context,
  held: HeldBooking,
  state: BookingState,
  event: BookingEvent,
): Promise<AppError> {
  const why = whyNot(state, event)
  if (why === 'This booking has not been paid yet.') return new AppError('BOOKING_UNPAID')
  if (context.actor?.role !== 'staff') return new AppError('BOOKING_NOT_MOVABLE', { why })
  if (holdIsOver(held.booking, context.clock()))
    return new AppError('BOOKING_NOT_MOVABLE', { why: `${why} It was not paid in time.` })
  return refusalWithLastMove(context.db, held.booking.bookingID, why)
}

/** For a clerk who decides on what the booking no longer is. */
export const refusalOfStale = ({ db }: Context, { booking }: HeldBooking) =>
  refusalWithLastMove(db, booking.bookingID, 'This booking has changed since you looked at it.')

async function refusalWithLastMove(db: Db, bookingID: string, why: string): Promise<AppError> {
  const last = await findLastMove(db, bookingID)
  const told =
    last && `It was ${pastOf(last.event)} by ${last.actorName ?? 'Columba'}, ${showInstant(last.at.toISOString())}.`
  return new AppError('BOOKING_NOT_MOVABLE', { why: told ? `${why} ${told}` : why })
}

/** The last move and who made it; none made it when the clock or the card provider did. */
export async function findLastMove(db: Db, bookingID: string) {
  const [last] = await db
    .select({
      event: bookingMoves.event,
      at: bookingMoves.at,
      actorID: bookingMoves.actorID,
      actorName: users.fullName,
    })
    .from(bookingMoves)
    .leftJoin(users, eq(users.userID, bookingMoves.actorID))
    .where(eq(bookingMoves.bookingID, bookingID))
    .orderBy(desc(bookingMoves.moveID))
    .limit(1)
  return last
}
