import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findLastMovedBookingOf, findUserIDByEmail, listPendingBookingsOf } from './queries.ts'

/**
 * The applicant's only pending booking; fails if several are pending. If none is, the one that was moved last: a repeated
 * denial is then refused with who did what, and when.
 */
export async function findPendingBookingByEmail({ db, clock }: Context, email: string): Promise<string> {
  const userID = await findUserIDByEmail(db, email)
  if (!userID)
    throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the e-mail address of the applicant.' } })
  const pending = await listPendingBookingsOf(db, userID, clock(), 2)
  if (pending.length > 1) throw new AppError('BOOKING_AMBIGUOUS')
  const only = pending[0] ?? (await findLastMovedBookingOf(db, userID))
  if (!only) throw new AppError('NOT_FOUND')
  return only.bookingID
}
