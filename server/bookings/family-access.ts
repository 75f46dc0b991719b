import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { bookings, familyAccess, users } from '#server/database/schema.ts'
import { aboutBooking, enqueueCopy, enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import { type Db, isThere } from '#server/ports/database.ts'
import type { LockedBooking } from './queries.ts'

/**
 * Bookings that this person may see: those they hold, and those whose holder lets them act. Finds IDs only; within a query of many joins
 * PostgreSQL would read every booking.
 */
export async function whereInFamily(db: Db, userID: string): Promise<SQL> {
  const found = await db
    .select({ bookingID: familyAccess.bookingID })
    .from(familyAccess)
    .where(eq(familyAccess.userID, userID))
  const bookingIDs = found.flatMap(({ bookingID }) => bookingID ?? [])
  return sql`${bookings.bookingID} = any(${sql.param(bookingIDs)}::text[])`
}

export const isInFamily = (db: Db, bookingID: string, userID: string): Promise<boolean> =>
  isThere(db, familyAccess, and(eq(familyAccess.bookingID, bookingID), eq(familyAccess.userID, userID)))

/** Where letters to the second person go, if the booking has one. */
export async function findRelative(db: Db, bookingID: string) {
  const [found] = await db
    .select({ email: users.email, fullName: users.fullName, language: users.language })
    .from(familyAccess)
    .innerJoin(bookings, eq(bookings.bookingID, familyAccess.bookingID))
    .innerJoin(users, eq(users.userID, familyAccess.userID))
    .where(and(eq(familyAccess.bookingID, bookingID), ne(familyAccess.userID, bookings.userID)))
  return found
}

/**
 * A letter to the holder that the second person gets, too, who acts for the holder of this name. Neither does if the booking is from a
 * register and has no account.
 */
export async function enqueueFamilyLetter(
  context: Context,
  { booking, applicant }: Pick<LockedBooking, 'booking' | 'applicant'>,
  letterFor: (reader: { email: string; actingFor?: string }) => Letter | undefined | Promise<Letter>,
) {
  const { email, fullName } = applicant
  const toHolder = email ? await letterFor({ email }) : undefined
  if (!toHolder) return
  const { bookingID } = booking
  await enqueueLetter(context, applicant, aboutBooking(bookingID, toHolder))
  const relative = await findRelative(context.db, bookingID)
  const toRelative = relative && (await letterFor({ email: relative.email, actingFor: fullName }))
  if (relative && toRelative) await enqueueCopy(context, relative, 'relative', aboutBooking(bookingID, toRelative))
}
