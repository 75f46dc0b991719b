import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { contactsWithLetters } from '#contract/rights/contact.ts'
import { lettersBeforeEnd } from '#contract/rights/right.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { holderName } from '#server/database/holder.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  bookings,
  niches,
  registerEntries,
  rightAgreements,
  rightClaims,
  rightContacts,
  rightHolders,
  rightLetters,
  rights,
  users,
} from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { findRightNamed } from './blocks.ts'
import { countWhere, whereHolderDied, whereUnposted } from './claim-queries.ts'

const first = lettersBeforeEnd[0]

/** Without a living holder or a contact who gets letters nobody can be written to, and the right would be found again each time. */
const whereReaders = sql`exists (
  select 1 from ${rightHolders} h where h.right_id = ${rights.rightID} and h.death_recorded_at is null
  union all select 1 from ${rightContacts} c where c.right_id = ${rights.rightID} and c.accepted_at is not null
    and c.removed_at is null and c.kind in (${sql.raw(contactsWithLetters.map((kind) => `'${kind}'`).join())}))`

/** Locks living rights whose next letter is due. What another server has locked is left to it. */
export function lockEnding(db: Db, today: string, limit: number) {
  const months = sql<number>`(
    select min(m) from unnest(${sql.raw(`array[${lettersBeforeEnd.join()}]`)}) m
    where ${rights.endsOn} - make_interval(months => m) <= ${today}::date)`.mapWith(Number)
  const isWritten = sql`exists (select from ${rightLetters} l
    where l.right_id = ${rights.rightID} and l.ends_on = ${rights.endsOn} and l.months <= ${months})`
  return db
    .select({ right: rights, nicheCode: niches.nicheCode, months })
    .from(rights)
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .where(
      and(
        eq(rights.state, 'living').inlineParams(),
        isNotNull(rights.endsOn),
        sql`${rights.endsOn} >= ${today}`,
        sql`${rights.endsOn} <= (${today}::date + make_interval(months => ${first}::int) + interval '3 days')::date`,
        sql`${months} is not null`,
        sql`not ${isWritten}`,
        whereReaders,
      ),
    )
    .limit(limit)
    .for('update', { of: rights, skipLocked: true })
}
export type EndingRight = Awaited<ReturnType<typeof lockEnding>>[number]

/** The booking of a right that letters about its end name: one that keeps the niche, if there is one. */
export async function findBookingOf(db: Db, rightID: string): Promise<string> {
  const [first] = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(eq(bookings.rightID, rightID))
    .orderBy(desc(sql`${whereActive}`), bookings.createdAt)
    .limit(1)
  return first?.bookingID ?? ''
}

/** Letters with whom they go to: a holder, a contact, or whoever claims the right. */
const selectLetters = (db: Db) =>
  db
    .select({
      letterID: rightLetters.letterID,
      bookingID: rightLetters.bookingID,
      writtenAt: rightLetters.writtenAt,
      postedAt: rightLetters.postedAt,
      cameBackAt: rightLetters.cameBackAt,
      months: rightLetters.months,
      right: rights,
      nicheCode: niches.nicheCode,
      holder: sql<string>`coalesce(${rightContacts.name}, ${rightLetters.readerName}, ${holderName})`,
      addressSealed: sql<Buffer | null>`coalesce(${rightHolders.addressSealed}, ${rightLetters.addressSealed})`.mapWith(
        rightLetters.addressSealed,
      ),
      /** The address that a returned letter had; for a claimant that of the claim. */
      storedSealed: rightLetters.addressSealed,
      claim: rightClaims,
      about: rightLetters.about,
      holderID: rightLetters.holderID,
      news: rightLetters.news,
      contact: rightContacts,
      agreement: rightAgreements,
    })
    .from(rightLetters)
    .innerJoin(rights, eq(rights.rightID, rightLetters.rightID))
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .leftJoin(rightClaims, eq(rightClaims.claimID, rightLetters.claimID))
    .leftJoin(rightAgreements, eq(rightAgreements.agreementID, rightLetters.agreementID))
    .leftJoin(bookings, eq(bookings.bookingID, rightLetters.bookingID))
    .leftJoin(rightContacts, eq(rightContacts.contactID, rightLetters.contactID))
    .leftJoin(
      rightHolders,
      and(
        eq(rightHolders.rightID, rightLetters.rightID),
        or(
          eq(rightHolders.holderID, rightLetters.holderID),
          and(isNull(rightLetters.holderID), eq(rightHolders.bookingID, rightLetters.bookingID)),
        ),
      ),
    )
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
export type LetterRow = Awaited<ReturnType<typeof selectLetters>>[number]

/**
 * A letter about a last day that was extended since, or of a right that was given up, is not needed any more. Neither is one to a contact
 * who was removed, or who has answered what it asks, or one to a holder who has agreed. What was written when somebody asked is not said
 * again once their claim has ended. Letters about claims and urns name no last day, and an urn can leave a niche that was given up. What
 * staff have recorded, such as that it was given up or that a claim has ended, is always needed. To a holder who has died since, only what
 * a claim says. Agreements and contacts are not joined for it: PostgreSQL then expects hardly any letter, and reads whole tables for each.
 */
const isNeeded = and(
  or(
    ne(rights.state, 'surrendered').inlineParams(),
    isNotNull(rightLetters.agreementID),
    isNotNull(rightLetters.news),
    ne(rightLetters.about, 'asked').inlineParams(),
  ),
  sql`(${rightLetters.agreementID} is null or not exists (
    select from ${rightAgreements} a where a.agreement_id = ${rightLetters.agreementID}
      and (a.ended_at is not null or a.agreed_at is not null)))`,
  or(isNull(rightLetters.claimID), eq(rightLetters.about, rightClaims.state)),
  or(isNull(rightLetters.endsOn), eq(rightLetters.endsOn, rights.endsOn)),
  sql`(${rightLetters.contactID} is null or not exists (
    select from ${rightContacts} c where c.contact_id = ${rightLetters.contactID}
      and (c.removed_at is not null or c.declined_at is not null or (c.accepted_at is not null
        and num_nonnulls(${rightLetters.endsOn}, ${rightLetters.claimID}, ${rightLetters.news}) = 0))))`,
  not(whereHolderDied),
)

const isToPost = and(eq(rightLetters.by, 'post').inlineParams(), isNull(rightLetters.postedAt))

/**
 * Letters that nobody has posted yet. Those about claims come first, because others can object only once they are posted. Two searches, so
 * that each reads its index only until the list is full.
 */
export async function listToPost(db: Db, limit: number) {
  const select = (isListed: SQL, atMost: number) =>
    selectLetters(db)
      .where(and(isToPost, isNeeded, isListed))
      .orderBy(asc(rightLetters.writtenAt), asc(rightLetters.letterID))
      .limit(atMost)
  const ofClaims = await select(isNotNull(rightLetters.claimID), limit)
  return [...ofClaims, ...(await select(isNull(rightLetters.claimID), limit - ofClaims.length))]
}

export const markPosted = (db: Db, letterIDs: readonly string[], postedByID: string, postedAt: Date) =>
  db
    .update(rightLetters)
    .set({ postedAt, postedByID })
    .where(and(inArray(rightLetters.letterID, [...letterIDs]), isToPost))
    .returning({
      rightID: rightLetters.rightID,
      bookingID: rightLetters.bookingID,
      months: rightLetters.months,
      claimID: rightLetters.claimID,
    })

const isPosted = and(
  eq(rightLetters.by, 'post').inlineParams(),
  isNotNull(rightLetters.postedAt),
  isNull(rightLetters.cameBackAt),
)

const ofRight = (number: number | undefined) => (number === undefined ? undefined : eq(rights.number, number))

const afterLetter = (direction: 'asc' | 'desc', by: PgColumn, cursor: string | undefined) =>
  rowsAfter({ direction, by: [by], key: rightLetters.letterID }, cursor)

/** The newest first. */
export const selectPosted = (db: Db, number: number | undefined, cursor: string | undefined, limit: number) =>
  selectLetters(db)
    .where(and(isPosted, ofRight(number), afterLetter('desc', rightLetters.postedAt, cursor)))
    .orderBy(desc(rightLetters.postedAt), desc(rightLetters.letterID))
    .limit(limit)

const isReturned = and(isNotNull(rightLetters.cameBackAt), isNull(rightLetters.settledAt))

/** Letters that came back and still wait for a decision by staff. */
export const selectReturned = (db: Db, number: number | undefined, cursor: string | undefined, limit: number) =>
  selectLetters(db)
    .where(and(isReturned, ofRight(number), afterLetter('asc', rightLetters.cameBackAt, cursor)))
    .orderBy(asc(rightLetters.cameBackAt), asc(rightLetters.letterID))
    .limit(limit)

export const findNeeded = (db: Db, letterID: string): Promise<LetterRow | undefined> =>
  selectLetters(db)
    .where(and(eq(rightLetters.letterID, letterID), isNeeded))
    .then(only)

export const findLetter = (db: Db, letterID: string): Promise<LetterRow | undefined> =>
  selectLetters(db).where(eq(rightLetters.letterID, letterID)).then(only)

type Change = Partial<typeof rightLetters.$inferInsert>

/** Undefined if it was not posted, or has come back before. */
export const markReturned = (db: Db, letterID: string, returned: Change) => markIf(db, letterID, isPosted, returned)

/** Undefined if it was settled before. */
export const markSettled = (db: Db, letterID: string, settled: Change) => markIf(db, letterID, isReturned, settled)

const markIf = (db: Db, letterID: string, isMarkable: SQL | undefined, change: Change) =>
  db
    .update(rightLetters)
    .set(change)
    .where(and(eq(rightLetters.letterID, letterID), isMarkable))
    .returning()
    .then(only)

/** A request that a newer one replaces. */
export const deleteUnpostedRequests = (db: Db, to: { contactID: string } | { agreementID: string }) =>
  db
    .delete(rightLetters)
    .where(
      and(
        'contactID' in to ? eq(rightLetters.contactID, to.contactID) : eq(rightLetters.agreementID, to.agreementID),
        isNull(rightLetters.endsOn),
        isNull(rightLetters.claimID),
        isNull(rightLetters.postedAt),
      ),
    )

/** The letters that were never posted to this holder, who had died, once somebody else stands there or nobody. */
export const deleteUnpostedTo = (
  db: Db,
  { rightID, holderID, bookingID }: typeof rightHolders.$inferSelect,
  diedAt: Date,
) =>
  db
    .delete(rightLetters)
    .where(
      and(
        isToPost,
        eq(rightLetters.rightID, rightID),
        isNull(rightLetters.claimID),
        isNull(rightLetters.contactID),
        or(
          eq(rightLetters.holderID, holderID),
          and(isNull(rightLetters.holderID), eq(rightLetters.bookingID, sql`${bookingID}`)),
        ),
        lt(rightLetters.writtenAt, diedAt),
      ),
    )

/**
 * The letters on paper by which the holders of a right were told something at this time: how many are still to be posted or have come back, and
 * when the last one was posted or dismissed.
 */
export async function readPosting(db: Db, bookingID: string, writtenAt: Date) {
  const none = { toPost: 0, lastAt: null }
  const right = await findRightNamed(db, bookingID)
  if (!right) return none
  const isWrittenThen = and(eq(rightLetters.rightID, right.rightID), eq(rightLetters.writtenAt, writtenAt))
  const lastAt = sql<Date | null>`max(greatest(${rightLetters.postedAt}, ${rightLetters.settledAt}))`
  const [found] = await db
    .select({ toPost: countWhere(whereUnposted), lastAt: lastAt.mapWith(rightLetters.postedAt) })
    .from(rightLetters)
    .where(and(isWrittenThen, isNotNull(rightLetters.news)))
  return found ?? none
}
