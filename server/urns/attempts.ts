import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { record } from '#server/audit/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { blocks, buildings, levels, niches, urnAttempts, users } from '#server/database/schema.ts'
import { lockUrn } from './queries.ts'

export type AttemptRow = typeof urnAttempts.$inferSelect

export const insertAttempt = async (db: Db, row: typeof urnAttempts.$inferInsert) => {
  await db.insert(urnAttempts).values(row)
}

/** Ends an open attempt; false if it has ended. A mismatch at its niche ends it without holding its urn. */
export async function endAttempt(db: Db, attemptID: string, end: Partial<typeof urnAttempts.$inferInsert>) {
  const ended = await db
    .update(urnAttempts)
    .set(end)
    .where(and(eq(urnAttempts.attemptID, attemptID), isOpen))
    .returning({ attemptID: urnAttempts.attemptID })
  return ended.length > 0
}

/** The attempt that this request began or ended, if its answer was lost and it is sent again. */
export async function findAttemptByRequest(db: Db, requestID: string): Promise<AttemptRow | undefined> {
  const [found] = await db
    .select()
    .from(urnAttempts)
    .where(or(eq(urnAttempts.firstRequestID, requestID), eq(urnAttempts.secondRequestID, requestID)))
  return found
}

/** As text, because the indexes of open attempts do not serve a parameter. */
const isOpen = eq(urnAttempts.outcome, 'open').inlineParams()

/** Of the urn, or at the niche. Locks them in one order, so that two who end them do not wait for each other for ever. */
export const lockOpenAttempts = (db: Db, tag: string, nicheID: string): Promise<AttemptRow[]> =>
  db
    .select()
    .from(urnAttempts)
    .where(and(isOpen, or(eq(urnAttempts.tag, tag), eq(urnAttempts.nicheID, nicheID))))
    .orderBy(asc(urnAttempts.attemptID))
    .for('update')

export interface OpenAttempt {
  attempt: AttemptRow
  firstBy: string
}

/** The first confirmation that waits, in a transaction that holds the urn. One that has expired is ended. */
export async function findOpenAttempt(context: Context, tag: string): Promise<OpenAttempt | undefined> {
  const [open] = await selectOpen(context.db).where(isOpenFor(tag))
  if (!open || open.attempt.expiresAt > context.clock()) return open
  await expire(context, open.attempt)
  return undefined
}

/** Only reads: none if it has expired. */
export async function findWaitingAttempt(db: Db, tag: string, now: Date): Promise<OpenAttempt | undefined> {
  const [open] = await selectOpen(db).where(and(isOpenFor(tag), gt(urnAttempts.expiresAt, now)))
  return open
}

const isOpenFor = (tag: string) => and(isOpen, eq(urnAttempts.tag, tag))

const selectOpen = (db: Db) =>
  db
    .select({ attempt: urnAttempts, firstBy: users.fullName })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .$dynamic()

async function expire(context: Context, { attemptID, tag, event }: AttemptRow) {
  await endAttempt(context.db, attemptID, { outcome: 'expired', endedAt: context.clock() })
  await record(context, 'urn.expired', tag, { event })
}

const atOnce = 100

/** Ends the confirmations that the second person did not follow in time. */
export async function expireAttempts(outer: Context) {
  const due = await outer.db
    .select({ tag: urnAttempts.tag })
    .from(urnAttempts)
    .where(and(isOpen, lte(urnAttempts.expiresAt, outer.clock())))
    .limit(atOnce)
  for (const { tag } of due) {
    await inTransaction(outer, async (context) => {
      if (await lockUrn(context.db, tag)) await findOpenAttempt(context, tag)
    })
  }
}

/** Those that have not expired, the oldest first, with the place of the niche. */
export const listWaiting = (db: Db, now: Date) =>
  db
    .select({
      attempt: urnAttempts,
      firstBy: users.fullName,
      buildingName: buildings.buildingName,
      levelNumber: levels.levelNumber,
      blockName: blocks.blockName,
    })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .innerJoin(niches, eq(niches.nicheID, urnAttempts.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .innerJoin(levels, eq(levels.levelID, blocks.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(and(isOpen, gt(urnAttempts.expiresAt, now)))
    .orderBy(asc(urnAttempts.firstAt))
    .limit(100)

const second = alias(users, 'second')

/** The newest first. */
export const listUnsettledMismatches = (db: Db) =>
  db
    .select({ attempt: urnAttempts, nicheCode: niches.nicheCode, firstBy: users.fullName, secondBy: second.fullName })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .leftJoin(second, eq(second.userID, urnAttempts.secondByID))
    .innerJoin(niches, eq(niches.nicheID, urnAttempts.nicheID))
    .where(and(eq(urnAttempts.outcome, 'mismatch').inlineParams(), isNull(urnAttempts.settledAt)))
    .orderBy(desc(urnAttempts.endedAt))
    .limit(100)
