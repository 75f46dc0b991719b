import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { MarkForm } from '#contract/urns/count.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { niches, urnCountMarks, urnCounts, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type CountRow, findOpenCount, lockBlock, lockCount, updateCount } from './queries.ts'

/** Begins the stock-take of a block, or joins it as the second person. Called again, it returns the same one. */
export const beginCount = (context: SignedInContext, blockID: string) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    if (!(await lockBlock(db, blockID))) throw new AppError('NOT_FOUND')
    const open = await findOpenCount(db, blockID)
    if (!open) {
      const countID = randomUUID()
      await db
        .insert(urnCounts)
        .values({ countID, blockID, state: 'open', firstByID: actor.userID, startedAt: clock() })
      await record(context, 'urn.count_begun', blockID, { countID })
      return { countID }
    }
    const { countID } = open
    if (isCounting(open, actor.userID)) return { countID }
    if (open.secondByID) throw new AppError('COUNT_FULL', { why: await namesOf(context, open) })
    await updateCount(db, countID, { secondByID: actor.userID })
    await record(context, 'urn.count_joined', blockID, { countID })
    return { countID }
  })

export const isCounting = ({ firstByID, secondByID }: CountRow, userID: string) =>
  userID === firstByID || userID === secondByID

export const finishedAt = (count: CountRow, userID: string) =>
  userID === count.firstByID ? count.firstFinishedAt : count.secondFinishedAt

async function namesOf({ db }: SignedInContext, { firstByID, secondByID }: CountRow): Promise<string> {
  const people = [firstByID, secondByID].filter((id) => id !== null)
  const rows = await db.select({ name: users.fullName }).from(users).where(inArray(users.userID, people))
  return rows.map(({ name }) => name).join(' and ')
}

/** A mark that is sent again changes nothing, even if the stock-take has ended since. */
export const markNiche = (context: SignedInContext, { requestID, countID, nicheID, finding, tag }: MarkForm) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const count = await lockOwnCount(context, countID)
    const [earlier] = await db.select().from(urnCountMarks).where(eq(urnCountMarks.requestID, requestID))
    const mark = { countID, nicheID, personID: actor.userID, finding, tag: finding === 'missing' ? '' : tag }
    if (earlier) {
      const isSame = (Object.keys(mark) as (keyof typeof mark)[]).every((name) => earlier[name] === mark[name])
      if (!isSame) throw new AppError('REQUEST_USED')
      return
    }
    requireUnfinished(count, actor.userID)
    const [niche] = await db
      .select({ nicheID: niches.nicheID })
      .from(niches)
      .where(and(eq(niches.nicheID, nicheID), eq(niches.blockID, count.blockID)))
    if (!niche) throw new AppError('NOT_FOUND')
    await db.insert(urnCountMarks).values({ ...mark, requestID, at: clock() })
  })

/** Locks the stock-take. The caller must be one of its two people. */
export async function lockOwnCount({ db, actor }: SignedInContext, countID: string): Promise<CountRow> {
  const count = await lockCount(db, countID)
  if (!count) throw new AppError('NOT_FOUND')
  if (!isCounting(count, actor.userID)) throw new AppError('COUNT_NOT_YOURS')
  return count
}

function requireUnfinished(count: CountRow, userID: string) {
  if (count.state !== 'open' || finishedAt(count, userID)) throw new AppError('COUNT_ENDED')
}

/** Any member of staff may cancel, because the two people may not come back. */
export const cancelCount = (context: SignedInContext, countID: string, reason: string) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const count = await lockCount(db, countID)
    if (!count) throw new AppError('NOT_FOUND')
    if (count.state !== 'open') throw new AppError('COUNT_ENDED')
    await updateCount(db, countID, { state: 'cancelled', endedAt: clock() })
    await record(context, 'urn.count_cancelled', count.blockID, { countID, reason })
  })
