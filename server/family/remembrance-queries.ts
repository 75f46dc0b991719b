import { and, asc, eq, lte } from 'drizzle-orm'
import { beneficiaries, bookings, remembrances, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type RemembranceRow = typeof remembrances.$inferSelect

/** The person of a booking that this account holds. */
export const findOwnPerson = (db: Db, bookingID: string, userID: string) =>
  db
    .select({ booking: bookings, beneficiary: beneficiaries })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(bookings.bookingID, bookingID), eq(bookings.userID, userID)))
    .then(only)

export const findRemembrance = (db: Db, bookingID: string) =>
  db.select().from(remembrances).where(eq(remembrances.bookingID, bookingID)).then(only)

export const findRemembranceByLink = (db: Db, tokenHash: string) =>
  db.select().from(remembrances).where(eq(remembrances.tokenHash, tokenHash)).then(only)

/** Replaces what was asked before, so the link in an earlier letter still ends it. */
export const upsertRemembrance = (db: Db, row: typeof remembrances.$inferInsert) =>
  db.insert(remembrances).values(row).onConflictDoUpdate({ target: remembrances.bookingID, set: row })

export const updateRemembrance = (db: Db, bookingID: string, change: Partial<RemembranceRow>) =>
  db.update(remembrances).set(change).where(eq(remembrances.bookingID, bookingID))

/** False if there was none. */
export const deleteRemembrance = async (db: Db, bookingID: string): Promise<boolean> =>
  (await db.delete(remembrances).where(eq(remembrances.bookingID, bookingID)).returning()).length > 0

export const listRemembrancesOf = (db: Db, userID: string) =>
  db.select({ bookingID: remembrances.bookingID }).from(remembrances).where(eq(remembrances.askedBy, userID))

export async function isSuspended(db: Db, userID: string): Promise<boolean> {
  const [found] = await db.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.userID, userID))
  return found?.suspendedAt !== null
}

export const listToLookAt = (db: Db, today: string, limit: number) =>
  db
    .select({ bookingID: remembrances.bookingID })
    .from(remembrances)
    .where(lte(remembrances.lookOn, today))
    .orderBy(asc(remembrances.lookOn))
    .limit(limit)
