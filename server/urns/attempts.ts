import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { record, recordEach } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import { locationColumns, nicheLocations, niches, urnAttempts, users } from '#server/database/schema.ts'
import { type Db, hasRows, only } from '#server/ports/database.ts'
import { lockUrn } from './queries.ts'
import { attemptChannel } from './urn-channel.ts'

export type AttemptRow = typeof urnAttempts.$inferSelect

export const insertAttempt = async (db: Db, row: typeof urnAttempts.$inferInsert) => {
  await db.insert(urnAttempts).values(row)
}

/** False if the attempt has ended already. A mismatch at its niche ends it without locking its urn. */
export const endAttempt = (db: Db, attemptID: string, end: Partial<typeof urnAttempts.$inferInsert>) =>
  db
    .update(urnAttempts)
    .set(end)
    .where(and(eq(urnAttempts.attemptID, attemptID), isOpen))
    .returning({ attemptID: urnAttempts.attemptID })
    .then(hasRows)

/** The attempt that a request with this ID began or ended. */
export const findAttemptByRequest = (db: Db, requestID: string): Promise<AttemptRow | undefined> =>
  db
    .select()
    .from(urnAttempts)
    .where(or(eq(urnAttempts.firstRequestID, requestID), eq(urnAttempts.secondRequestID, requestID)))
    .then(only)

/** The value is inlined, because PostgreSQL does not use the indexes of open attempts for a parameter. */
const isOpen = eq(urnAttempts.outcome, 'open').inlineParams()

/** The open attempts of this urn and at this niche, locked in ID order to avoid deadlocks. */
export const lockOpenAttempts = (db: Db, tag: string, nicheID: string): Promise<AttemptRow[]> =>
  db
    .select()
    .from(urnAttempts)
    .where(and(isOpen, or(eq(urnAttempts.tag, tag), eq(urnAttempts.nicheID, nicheID))))
    .orderBy(asc(urnAttempts.attemptID))
    .for('update')

export interface OpenAttempt extends AttemptRow {
  /** The name of the first person. */
  firstBy: string
}

/** The first confirmation that waits for the second, even if its time is over. */
export const findOpenAttempt = (db: Db, tag: string): Promise<OpenAttempt | undefined> =>
  db
    .select({ ...getTableColumns(urnAttempts), firstBy: users.fullName })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .where(and(isOpen, eq(urnAttempts.tag, tag)))
    .then(only)

/** Ends the first confirmation if nobody has followed it in time. The urn must be locked. */
export async function expireOverdueAttempt(context: Context, tag: string) {
  const endedAt = context.clock()
  const [expired] = await context.db
    .update(urnAttempts)
    .set({ outcome: 'expired', endedAt })
    .where(and(eq(urnAttempts.tag, tag), isOverdue(endedAt)))
    .returning({ event: urnAttempts.event })
  if (!expired) return
  await record(context, 'urn.expired', tag, expired)
  notifyAttemptsChanged(context)
}

/** Completed moves are announced on the channel of urns instead. */
export const notifyAttemptsChanged = (context: Context) => context.afterCommit(() => context.notify(attemptChannel, ''))

/** Ends what this person has confirmed alone. */
export async function endAttemptsOf(context: Context, userID: string, why: string) {
  const ended = await context.db
    .update(urnAttempts)
    .set({ outcome: 'expired', endedAt: context.clock() })
    .where(and(isOpen, eq(urnAttempts.firstByID, userID)))
    .returning({ tag: urnAttempts.tag, event: urnAttempts.event })
  if (ended.length === 0) return 0
  const entries = ended.map(({ tag, event }) => ({ subject: tag, details: { event, why } }))
  await recordEach(context, 'urn.expired', entries)
  notifyAttemptsChanged(context)
  return ended.length
}

const isOverdue = (now: Date) => and(isOpen, lte(urnAttempts.expiresAt, now))

const atOnce = 100

/** Ends all first confirmations that nobody has followed in time. */
export async function expireAttempts(outer: Context) {
  const overdue = isOverdue(outer.clock())
  const due = await outer.db.select({ tag: urnAttempts.tag }).from(urnAttempts).where(overdue).limit(atOnce)
  for (const { tag } of due) {
    await inTransaction(outer, async (context) => {
      if (await lockUrn(context.db, tag)) await expireOverdueAttempt(context, tag)
    })
  }
}

/** The attempts that can still be confirmed, the oldest first, with building, level and block. */
export const listWaiting = (db: Db, now: Date) =>
  db
    .select({
      attempt: urnAttempts,
      firstBy: users.fullName,
      ...locationColumns,
    })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, urnAttempts.nicheID))
    .where(and(isOpen, gt(urnAttempts.expiresAt, now)))
    .orderBy(asc(urnAttempts.firstAt))
    .limit(100)

/** A stopped move that nobody has settled. */
export const lockMismatch = (db: Db, attemptID: string): Promise<AttemptRow | undefined> =>
  db
    .select()
    .from(urnAttempts)
    .where(
      and(eq(urnAttempts.attemptID, attemptID), eq(urnAttempts.outcome, 'mismatch'), isNull(urnAttempts.settledAt)),
    )
    .for('update')
    .then(only)

export const findAttempt = (db: Db, attemptID: string) =>
  db
    .select({ attempt: urnAttempts, firstBy: users.fullName, nicheCode: niches.nicheCode })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .innerJoin(niches, eq(niches.nicheID, urnAttempts.nicheID))
    .where(eq(urnAttempts.attemptID, attemptID))
    .then(only)

const second = alias(users, 'second')

/** The latest first. */
export const listUnsettledMismatches = (db: Db, cursor: string | undefined, limit: number) =>
  db
    .select({ attempt: urnAttempts, nicheCode: niches.nicheCode, firstBy: users.fullName, secondBy: second.fullName })
    .from(urnAttempts)
    .innerJoin(users, eq(users.userID, urnAttempts.firstByID))
    .leftJoin(second, eq(second.userID, urnAttempts.secondByID))
    .innerJoin(niches, eq(niches.nicheID, urnAttempts.nicheID))
    .where(
      and(
        eq(urnAttempts.outcome, 'mismatch').inlineParams(),
        isNull(urnAttempts.settledAt),
        rowsAfter({ direction: 'desc', by: [urnAttempts.endedAt], key: urnAttempts.attemptID }, cursor),
      ),
    )
    .orderBy(desc(urnAttempts.endedAt), desc(urnAttempts.attemptID))
    .limit(limit)
