import { and, asc, eq, exists, gt, gte, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { holderName } from '#server/database/holder.ts'
import {
  beneficiaries,
  bills,
  bookings,
  familyLinks,
  nicheLocations,
  paymentEvents,
  payments,
  registerEntries,
  relatives,
  users,
} from '#server/database/schema.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'

export type RelativeRow = typeof relatives.$inferSelect

export const isHolder = (db: Db, bookingID: string, userID: string): Promise<boolean> =>
  isThere(db, bookings, and(eq(bookings.bookingID, bookingID), eq(bookings.userID, userID)))

/** Replaces the link that the booking had. */
export const upsertLink = (db: Db, row: typeof familyLinks.$inferInsert) =>
  db.insert(familyLinks).values(row).onConflictDoUpdate({ target: familyLinks.bookingID, set: row })

export const findLink = async (db: Db, bookingID: string) =>
  (await db.select().from(familyLinks).where(eq(familyLinks.bookingID, bookingID)))[0]

/** False if it has no link. */
export const deleteLink = async (db: Db, bookingID: string): Promise<boolean> =>
  (await db.delete(familyLinks).where(eq(familyLinks.bookingID, bookingID)).returning()).length > 0

/**
 * The booking of a link and the way to its niche. The link works only while its maker holds the booking and is not
 * suspended.
 */
export const findShown = (db: Db, tokenHash: string, now: Date) =>
  db
    .select({
      bookingID: familyLinks.bookingID,
      view: nicheLocations.view,
      directions: nicheLocations.directions,
    })
    .from(familyLinks)
    .innerJoin(bookings, and(eq(bookings.bookingID, familyLinks.bookingID), eq(bookings.userID, familyLinks.madeBy)))
    .innerJoin(users, and(eq(users.userID, familyLinks.madeBy), isNull(users.suspendedAt)))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .where(and(eq(familyLinks.tokenHash, tokenHash), gt(familyLinks.expiresAt, now)))
    .then(only)

/** Replaces whoever was invited for the booking before. */
export const upsertRelative = (db: Db, row: typeof relatives.$inferInsert) => {
  const fresh = { userID: null, acceptedAt: null, agreedAt: null, ...row }
  return db.insert(relatives).values(fresh).onConflictDoUpdate({ target: relatives.bookingID, set: fresh })
}

/** The relative of a booking, with the account that accepted. */
export async function findRelativeOf(db: Db, bookingID: string) {
  const [found] = await selectRelatives(db, eq(relatives.bookingID, bookingID))
  return found
}

/** An invitation that can still be accepted, with who invites and for whom the niche is. */
export const findInvitation = (db: Db, tokenHash: string, now: Date) =>
  db
    .select({ relative: relatives, invitedBy: users.fullName, name: beneficiaries.beneficiaryName })
    .from(relatives)
    .innerJoin(bookings, and(eq(bookings.bookingID, relatives.bookingID), eq(bookings.userID, relatives.invitedBy)))
    .innerJoin(users, and(eq(users.userID, relatives.invitedBy), isNull(users.suspendedAt)))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(relatives.tokenHash, tokenHash), gt(relatives.expiresAt, now)))
    .then(only)

export const updateRelative = (db: Db, relativeID: string, change: Partial<RelativeRow>) =>
  db.update(relatives).set(change).where(eq(relatives.relativeID, relativeID))

export const deleteRelative = (db: Db, relativeID: string) =>
  db.delete(relatives).where(eq(relatives.relativeID, relativeID))

/** The relatives whom this account has invited, and the bookings for which it is the relative. */
export const listRelativesOf = (db: Db, userID: string) =>
  selectRelatives(db, or(eq(relatives.invitedBy, userID), eq(relatives.userID, userID)))

const holder = alias(users, 'holder')

const selectRelatives = (db: Db, which: SQL | undefined) =>
  db
    .select({
      relative: relatives,
      account: { fullName: users.fullName, email: users.email },
      holder: { fullName: holder.fullName, email: holder.email },
      beneficiaryName: beneficiaries.beneficiaryName,
    })
    .from(relatives)
    .innerJoin(bookings, eq(bookings.bookingID, relatives.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(holder, eq(holder.userID, relatives.invitedBy))
    .leftJoin(users, eq(users.userID, relatives.userID))
    .where(which)
export type FamilyRelative = Awaited<ReturnType<typeof selectRelatives>>[number]

export const deleteLinksOf = (db: Db, userID: string, since = new Date(0)) =>
  db.delete(familyLinks).where(and(eq(familyLinks.madeBy, userID), gte(familyLinks.madeAt, since)))

/** Deletes what has expired, and what an earlier holder of a booking has left behind. */
export async function deleteExpired(db: Db, before: Date) {
  const isHolder = (userID: AnyPgColumn, bookingID: AnyPgColumn) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(bookings)
        .where(and(eq(bookings.bookingID, bookingID), eq(bookings.userID, userID))),
    )
  await db
    .delete(familyLinks)
    .where(or(lt(familyLinks.expiresAt, before), not(isHolder(familyLinks.madeBy, familyLinks.bookingID))))
  const hasExpired = and(lt(relatives.expiresAt, before), isNull(relatives.agreedAt))
  await db.delete(relatives).where(or(hasExpired, not(isHolder(relatives.invitedBy, relatives.bookingID))))
}

/** Who holds the booking, and the receipt of what was paid before the house moved in. */
export const findPayer = (db: Db, bookingID: string) =>
  db
    .select({ holderName, receiptNo: sql<string>`coalesce(${registerEntries.receiptNo}, '')` })
    .from(bookings)
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(eq(bookings.bookingID, bookingID))
    .then(only)

export const listDocumentsOf = (db: Db, bookingID: string) =>
  db
    .select({
      number: bills.number,
      kind: bills.kind,
      at: bills.issuedAt,
      paymentID: bills.paymentID,
      lines: bills.lines,
      cents: bills.grossCents,
      buyerName: bills.buyerName,
      dueOn: bills.dueOn,
    })
    .from(bills)
    .where(eq(bills.bookingID, bookingID))
    .orderBy(asc(bills.number))

/** Payments for the niche of a booking, or for its charges. */
const isOfBooking = (bookingID: string) =>
  or(eq(payments.bookingID, bookingID), eq(payments.chargedBookingID, bookingID))

/** The money that moved, oldest first; nothing for what was waived. */
export const listMoneyOf = (db: Db, bookingID: string) =>
  db
    .select({
      at: paymentEvents.at,
      paymentID: payments.paymentID,
      kind: paymentEvents.kind,
      method: paymentEvents.method,
      by: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      cents: sql<number>`${paymentEvents.movedCents}`,
    })
    .from(payments)
    .innerJoin(paymentEvents, eq(paymentEvents.paymentID, payments.paymentID))
    .leftJoin(users, eq(users.userID, paymentEvents.actorID))
    .where(and(isOfBooking(bookingID), isNotNull(paymentEvents.movedCents)))
    .orderBy(asc(paymentEvents.eventID))
