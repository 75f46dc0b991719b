import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { lettersBeforeEnd } from '#contract/rights/letters.ts'
import { holderName } from '#server/database/holder.ts'
import {
  bookings,
  niches,
  registerEntries,
  rightClaims,
  rightHolders,
  rightLetters,
  rights,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

const first = lettersBeforeEnd[0]

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
      ),
    )
    .limit(limit)
    .for('update', { of: rights, skipLocked: true })
}
export type EndingRight = Awaited<ReturnType<typeof lockEnding>>[number]

const holds = and(
  inArray(bookings.bookingStatus, ['Pending', 'Confirmed']).inlineParams(),
  ne(bookings.bookingType, 'Archived').inlineParams(),
)

/** The accounts whose bookings name a right, or the person whom a register names. Bookings that hold it come first. */
export const listHoldersOf = (db: Db, rightID: string) =>
  db
    .select({
      email: sql<string | null>`coalesce(${users.email}, nullif(${registerEntries.holderEmail}, ''))`,
      fullName: sql<string>`coalesce(${users.fullName}, ${registerEntries.holderName}, '')`,
      bookingID: bookings.bookingID,
      holds: sql<boolean>`${holds}`,
    })
    .from(bookings)
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(eq(bookings.rightID, rightID))
    .orderBy(desc(sql`${holds}`), bookings.createdAt)

const isToPost = and(eq(rightLetters.by, 'post').inlineParams(), isNull(rightLetters.postedAt))

/** Letters that nobody has posted yet. One about a last day that was extended since, or of a right that was given up, is not needed any more. */
export const listToPost = (db: Db, limit: number) =>
  db
    .select({
      letterID: rightLetters.letterID,
      bookingID: rightLetters.bookingID,
      writtenAt: rightLetters.writtenAt,
      months: rightLetters.months,
      right: rights,
      nicheCode: niches.nicheCode,
      holder: sql<string>`coalesce(${rightLetters.readerName}, ${holderName})`,
      addressSealed: sql<Buffer | null>`coalesce(${rightLetters.addressSealed}, ${rightHolders.addressSealed})`.mapWith(
        rightLetters.addressSealed,
      ),
      claim: rightClaims,
      about: rightLetters.about,
    })
    .from(rightLetters)
    .innerJoin(rights, eq(rights.rightID, rightLetters.rightID))
    .innerJoin(niches, eq(niches.nicheID, rights.nicheID))
    .leftJoin(rightClaims, eq(rightClaims.claimID, rightLetters.claimID))
    .leftJoin(bookings, eq(bookings.bookingID, rightLetters.bookingID))
    .leftJoin(
      rightHolders,
      and(eq(rightHolders.rightID, rightLetters.rightID), eq(rightHolders.bookingID, rightLetters.bookingID)),
    )
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(
      and(
        isToPost,
        ne(rights.state, 'surrendered').inlineParams(),
        or(isNotNull(rightLetters.claimID), eq(rights.endsOn, rightLetters.endsOn)),
      ),
    )
    .orderBy(asc(rightLetters.writtenAt), asc(rightLetters.letterID))
    .limit(limit)

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
