import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { lastDayToObject } from '#contract/rights/decide-claim.ts'
import { invitedRoles } from '#contract/roles.ts'
import {
  bookings,
  charges,
  priceItems,
  rightClaimHolders,
  rightClaims,
  rightContacts,
  rightHolders,
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

export const isClaimed = async (db: Db, rightID: string): Promise<boolean> =>
  (await listClaims(db, [rightID], { openOnly: true })).length > 0

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

/** A letter that was written about a claim when it was asked. One that was printed again counts once. */
export const whereAsked = and(
  eq(rightLetters.about, 'asked').inlineParams(),
  or(isNull(rightLetters.settledAt), isNotNull(rightLetters.settledReason)),
)

/** Staff have recorded since the letter was written that its holder has died. Letters about claims are posted all the same. */
export const whereHolderDied = sql<boolean>`(${rightLetters.claimID} is null and ${rightLetters.contactID} is null
  and exists (select from ${rightHolders} h where h.right_id = ${rightLetters.rightID}
    and h.death_recorded_at > ${rightLetters.writtenAt}
    and (h.holder_id = ${rightLetters.holderID}
      or (${rightLetters.holderID} is null and h.booking_id = ${rightLetters.bookingID}))))`

/** It is still to be posted, or has come back. Nobody posts a letter to a contact who was removed, or to a holder who has died. */
export const whereUnposted = sql<boolean>`(${rightLetters.by} = 'post'
  and (${rightLetters.postedAt} is null
    or (${rightLetters.cameBackAt} is not null and ${rightLetters.settledAt} is null))
  and not exists (select from ${rightContacts} c where c.contact_id = ${rightLetters.contactID}
    and (c.removed_at is not null or c.declined_at is not null))
  and not ${whereHolderDied})`

export const dayOf = (instant: SQLWrapper) => sql<string>`(${instant} at time zone 'Asia/Singapore')::date`

export const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`

/** The letters about each claim when it was asked. */
const listLetters = (db: Db, claimIDs: readonly string[]) =>
  db
    .select({
      claimID: rightLetters.claimID,
      emailed: countWhere(sql`${rightLetters.by} = 'email'`),
      posted: countWhere(sql`${rightLetters.postedAt} is not null and not ${whereUnposted}`),
      unposted: countWhere(whereUnposted),
      postedOn: sql<string | null>`max(${dayOf(rightLetters.postedAt)})::text`,
    })
    .from(rightLetters)
    .where(and(isNotNull(rightLetters.claimID), inArray(rightLetters.claimID, [...claimIDs]), whereAsked))
    .groupBy(rightLetters.claimID)

const noLetters = { emailed: 0, posted: 0, unposted: 0, postedOn: null }

/** With the letters about each, and with the last day to object that follows from them. */
export async function withLetters(db: Db, claims: readonly ClaimRow[], today: string) {
  const letters = await listLetters(
    db,
    claims.map(({ claimID }) => claimID),
  )
  return claims.map((claim) => {
    const { postedOn, ...counts } = letters.find(({ claimID }) => claimID === claim.claimID) ?? noLetters
    const { askedAt, objectUntil } = claim
    const from = claim.state === 'asked' && counts.unposted > 0 ? today : postedOn
    return { ...counts, ...claim, objectUntil: lastDayToObject(askedAt, objectUntil, from) }
  })
}

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
