import { and, gte, inArray, lt, or } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { outbox } from '#server/database/schema.ts'
import { maxAttempts } from './queries.ts'

const daysKept = 90
const atOnce = 1000

/** Deletes letters that were sent, or given up, 90 days ago. Resolves to `true` if there are probably more. */
export async function deleteOldLetters({ db, clock }: Context): Promise<boolean> {
  const before = new Date(clock().getTime() - daysKept * dayMs)
  const isGivenUp = and(gte(outbox.attempts, maxAttempts), lt(outbox.createdAt, before))
  const old = db
    .select({ letterID: outbox.letterID })
    .from(outbox)
    .where(or(lt(outbox.sentAt, before), isGivenUp))
    .limit(atOnce)
  const deleted = await db.delete(outbox).where(inArray(outbox.letterID, old)).returning({ id: outbox.letterID })
  return deleted.length === atOnce
}
