import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { bookingMoves, bookings, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { whereStillPending } from './holds.ts'

/** The applicant's only pending booking, or else the one that was moved last. Fails if several are pending. */
export async function findPendingBookingByEmail({ db, clock }: Context, email: string): Promise<string> {
  const [applicant] = await db.select({ userID: users.userID }).from(users).where(eq(users.email, email))
  if (!applicant)
    throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the e-mail address of the applicant.' } })
  const pending = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(and(eq(bookings.userID, applicant.userID), whereStillPending(clock())))
    .limit(2)
  if (pending.length > 1) throw new AppError('BOOKING_AMBIGUOUS')
  const only = pending[0] ?? (await findLastMovedBooking(db, applicant.userID))
  if (!only) throw new AppError('NOT_FOUND')
  return only.bookingID
}

/** A repeated denial finds nothing pending; the refusal for this booking then says who did what, and when. */
async function findLastMovedBooking(db: Db, userID: string) {
  const [last] = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .innerJoin(bookingMoves, eq(bookingMoves.bookingID, bookings.bookingID))
    .where(eq(bookings.userID, userID))
    .orderBy(desc(bookingMoves.moveID))
    .limit(1)
  return last
}
