import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/roles.ts'
import { outbox, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export type OutboxRow = typeof outbox.$inferSelect

/** Two and a half days of retries. After that the letter stays in the outbox with its last error. */
export const maxAttempts = 24
/** After seven minutes the operator should know that a letter stays here. */
export const attemptsUntilAlarm = 5

export const insertLetter = (db: Db, row: Omit<typeof outbox.$inferInsert, 'recipientID'>) =>
  db
    .insert(outbox)
    .values({ ...row, recipientID: sql`(select user_id from ${users} where email = ${row.to})` })
    .onConflictDoNothing({ target: outbox.dedupeKey })

/** Undefined without an account. */
export const findLanguageOf = (db: Db, email: string) =>
  db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.email, email))
    .then(([account]) => account?.language)

/** What was written to the family of a booking, as far as it is kept. */
export const listLettersAbout = (db: Db, bookingID: string) =>
  db
    .select({ to: outbox.to, subject: outbox.subject, writtenAt: outbox.createdAt, sentAt: outbox.sentAt })
    .from(outbox)
    .where(eq(outbox.bookingID, bookingID))
    .orderBy(asc(outbox.createdAt), asc(outbox.letterID))

/** Every admin who can sign in. As text: a third of all accounts is expected for a role that is a parameter. */
export const listAdmins = (db: Db) =>
  db
    .select({ userID: users.userID, email: users.email, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.role, 'admin').inlineParams(), isNull(users.suspendedAt)))
    .orderBy(users.userID)

/** Null if there is no such letter. */
export const hasLetterLeft = (db: Db, dedupeKey: string): Promise<boolean | null> =>
  db
    .select({ sentAt: outbox.sentAt })
    .from(outbox)
    .where(eq(outbox.dedupeKey, dedupeKey))
    .then(([letter]) => (letter ? letter.sentAt !== null : null))

/** False if a worker has begun to send it. */
export const deleteUnsentLetter = async (db: Db, dedupeKey: string): Promise<boolean> =>
  (
    await db
      .delete(outbox)
      .where(and(eq(outbox.dedupeKey, dedupeKey), isNull(outbox.sentAt), eq(outbox.attempts, 0)))
      .returning({ letterID: outbox.letterID })
  ).length > 0

/** Claims the letter that has been due longest, until the lease ends. Other workers skip the locked row. */
export const claimLetter = (db: Db, now: Date, leaseEnds: Date): Promise<OutboxRow | undefined> =>
  db
    .update(outbox)
    .set({ dueAt: leaseEnds, attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.letterID, nextDueLetter(db, now)))
    .returning()
    .then((rows) => rows[0])

/** The subquery is compared with `=`, so that it runs once. After `in`, a plan may run it for each row and find another letter each time. */
const nextDueLetter = (db: Db, now: Date) =>
  sql`(${db
    .select({ letterID: outbox.letterID })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lte(outbox.dueAt, now), lt(outbox.attempts, maxAttempts)))
    .orderBy(outbox.dueAt)
    .limit(1)
    .for('update', { skipLocked: true })})`

/** True as long as no other worker has claimed the letter since. */
const isStillClaimed = ({ letterID, attempts }: OutboxRow) =>
  and(eq(outbox.letterID, letterID), eq(outbox.attempts, attempts), isNull(outbox.sentAt))

export const extendClaim = (db: Db, letter: OutboxRow, leaseEnds: Date) =>
  db.update(outbox).set({ dueAt: leaseEnds }).where(isStillClaimed(letter))

export const markSent = (db: Db, letterID: string, sentAt: Date, { keepBody }: { keepBody: boolean }) =>
  db
    .update(outbox)
    .set({ sentAt, lastError: null, ...(!keepBody && { bodySealed: null }) })
    .where(and(eq(outbox.letterID, letterID), isNull(outbox.sentAt)))

export const scheduleRetry = (db: Db, letter: OutboxRow, dueAt: Date, lastError: string) =>
  db.update(outbox).set({ dueAt, lastError }).where(isStillClaimed(letter))

/**
 * Counts letters that should have been sent before this time, and finds when the oldest was due. One that has raised its own alarm counts
 * only while no other gets through, because its address may be wrong.
 */
export async function findLateLetters(db: Db, before: Date): Promise<{ letters: number; since: Date | null }> {
  /** The claim of the first attempt has overwritten when it was due. */
  const since = sql<Date>`case when ${outbox.attempts} = 0 then ${outbox.dueAt} else ${outbox.createdAt} end`
  const nothingSentSince = sql`coalesce((select max(${outbox.sentAt}) from ${outbox}) < ${since}, true)`
  const [late] = await db
    .select({ letters: count(), since: min(since).mapWith(outbox.dueAt) })
    .from(outbox)
    .where(
      and(
        isNull(outbox.sentAt),
        lt(outbox.attempts, maxAttempts),
        lt(since, before),
        or(lt(outbox.attempts, attemptsUntilAlarm), nothingSentSince),
      ),
    )
  return late ?? { letters: 0, since: null }
}

export const listSentLetters = (db: Db, most: number): Promise<OutboxRow[]> =>
  db
    .select()
    .from(outbox)
    .where(and(isNotNull(outbox.sentAt), isNotNull(outbox.bodySealed)))
    .orderBy(desc(outbox.sentAt), desc(outbox.letterID))
    .limit(most)

interface LetterLimits {
  /** How many letters one person may cause, and one address may get because of people of this role. */
  caused: number
  received: number
}

/** The time of the letter after which this person may cause another, or this address may get one; undefined if neither has to wait. */
export async function findLetterInTheWay(
  db: Db,
  { causedBy, to, role, since }: { causedBy: string; to: string; role: Role; since: Date },
  { caused, received }: LetterLimits,
): Promise<Date | undefined> {
  const [found] = await unionAll(
    findNthNewest(db, eq(outbox.causedBy, causedBy), since, caused),
    findNthNewest(db, and(eq(outbox.to, to), eq(users.role, role)), since, received),
  )
  return found?.createdAt
}

const findNthNewest = (db: Db, which: SQL | undefined, since: Date, n: number) =>
  db
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .innerJoin(users, eq(users.userID, outbox.causedBy))
    .where(and(which, isNotNull(outbox.causedBy), isNull(outbox.dedupeKey), gt(outbox.createdAt, since)))
    .orderBy(desc(outbox.createdAt))
    .limit(1)
    .offset(n - 1)
