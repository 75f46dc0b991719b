import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { invitedRoles } from '#contract/roles.ts'
import {
  bookings,
  charges,
  priceItems,
  rightClaimHolders,
  rightClaims,
  rightLetters,
  rightObjections,
  users,
} from '#server/database/schema.ts'
import { type Db, hasRows, only } from '#server/ports/database.ts'

export type ClaimRow = typeof rightClaims.$inferSelect
export type ObjectionRow = typeof rightObjections.$inferSelect

export const findClaim = (db: Db, claimID: string): Promise<ClaimRow | undefined> =>
  db.select().from(rightClaims).where(eq(rightClaims.claimID, claimID)).then(only)

/** The newest first. */
export const listClaims = (db: Db, rightIDs: readonly string[], { openOnly = false } = {}): Promise<ClaimRow[]> =>
  db
    .select()
    .from(rightClaims)
    .where(
      and(
        inArray(rightClaims.rightID, [...rightIDs]),
        openOnly ? eq(rightClaims.state, 'asked').inlineParams() : undefined,
      ),
    )
    .orderBy(desc(rightClaims.askedAt), rightClaims.claimID)

export const listLeaving = (db: Db, claimIDs: readonly string[]) =>
  db
    .select()
    .from(rightClaimHolders)
    .where(inArray(rightClaimHolders.claimID, [...claimIDs]))
    .orderBy(asc(rightClaimHolders.holderID))

export const listObjections = (db: Db, rightID: string): Promise<ObjectionRow[]> =>
  db
    .select()
    .from(rightObjections)
    .where(eq(rightObjections.rightID, rightID))
    .orderBy(desc(rightObjections.objectionID))

/** How many letters were written about each claim when it was asked, by way. One that was printed again counts once. */
export const countLetters = (db: Db, claimIDs: readonly string[]) =>
  db
    .select({ claimID: rightLetters.claimID, by: rightLetters.by, count: sql<number>`count(*)::int` })
    .from(rightLetters)
    .where(
      and(
        isNotNull(rightLetters.claimID),
        inArray(rightLetters.claimID, [...claimIDs]),
        eq(rightLetters.about, 'asked').inlineParams(),
        or(isNull(rightLetters.settledAt), isNotNull(rightLetters.settledReason)),
      ),
    )
    .groupBy(rightLetters.claimID, rightLetters.by)

/** The accounts of these numbers and addresses. */
export const listAccountsOf = (db: Db, nricHashes: readonly string[], emails: readonly string[]) =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(or(inArray(users.nricHash, [...nricHashes]), inArray(users.email, [...emails])))
    .then((found) => found.map(({ userID }) => userID))

/** Accounts of staff, also those that are suspended or closed. */
export const listStaffNames = (db: Db) =>
  db
    .select({ userID: users.userID, name: users.fullName })
    .from(users)
    .where(inArray(users.role, invitedRoles).inlineParams())

/** The accounts whose bookings name the right. */
export const listAccountsWith = (db: Db, rightID: string) =>
  db
    .select({ userID: bookings.userID })
    .from(bookings)
    .where(and(eq(bookings.rightID, rightID), isNotNull(bookings.userID)))
    .then((found) => found.flatMap(({ userID }) => userID ?? []))

/** Whether a fee for a transfer was charged since then for a booking of this right. */
export const isFeeCharged = (db: Db, rightID: string, since: Date): Promise<boolean> =>
  db
    .select({ chargeID: charges.chargeID })
    .from(charges)
    .innerJoin(bookings, eq(bookings.bookingID, charges.bookingID))
    .innerJoin(priceItems, eq(priceItems.priceID, charges.priceID))
    .where(
      and(eq(bookings.rightID, rightID), eq(priceItems.kind, 'transfer').inlineParams(), gte(charges.addedAt, since)),
    )
    .limit(1)
    .then(hasRows)
