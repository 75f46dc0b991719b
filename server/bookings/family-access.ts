import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { bookings, familyAccess, users } from '#server/database/schema.ts'
import { enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'

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

export async function isInFamily(db: Db, bookingID: string, userID: string): Promise<boolean> {
  const [found] = await db
    .select({ bookingID: familyAccess.bookingID })
    .from(familyAccess)
    .where(and(eq(familyAccess.bookingID, bookingID), eq(familyAccess.userID, userID)))
  return found !== undefined
}

/** Where letters to the second person go, if the booking has one. */
export async function findRelative(db: Db, bookingID: string): Promise<{ to: string; name: string } | undefined> {
  const [found] = await db
    .select({ to: users.email, name: users.fullName })
    .from(familyAccess)
    .innerJoin(bookings, eq(bookings.bookingID, familyAccess.bookingID))
    .innerJoin(users, eq(users.userID, familyAccess.userID))
    .where(and(eq(familyAccess.bookingID, bookingID), ne(familyAccess.userID, bookings.userID)))
  return found
}

/** A letter to the holder that the second person gets, too, in other words where `forRelative` has them. */
export async function enqueueFamilyLetter(context: Context, bookingID: string, letter: Letter, forRelative = letter) {
  await enqueueLetter(context, letter)
  const relative = await findRelative(context.db, bookingID)
  if (!relative) return
  const { dedupeKey } = forRelative
  await enqueueLetter(context, {
    ...forRelative,
    ...relative,
    ...(dedupeKey && { dedupeKey: `${dedupeKey}:relative` }),
  })
}
