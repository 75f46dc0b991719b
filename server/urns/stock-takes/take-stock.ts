import { randomUUID } from 'node:crypto'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { MarkForm } from '#contract/urns/stock-take.ts'
import { record, recordEach } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { niches, stockTakeMarks, stockTakes, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { requireSameRequest } from '#server/http/repeated-request.ts'
import { requireSecond, requireStillHere } from '#server/second-person/public.ts'
import { findOpenStockTake, lockBlock, lockStockTake, type StockTakeRow, updateStockTake } from './queries.ts'

/** Begins the stock-take of a block, or joins it as the second person. Called again, it returns the same one. */
export const beginStockTake = (context: SignedInContext, blockID: string) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    if (!(await lockBlock(db, blockID))) throw new AppError('NOT_FOUND')
    const open = await findOpenStockTake(db, blockID)
    if (!open) {
      if (actor.role === 'witness') throw new AppError('WITNESS_ONLY_SECOND')
      await requireStillHere(context)
      const countID = randomUUID()
      await db
        .insert(stockTakes)
        .values({ countID, blockID, state: 'open', firstByID: actor.userID, startedAt: clock() })
      await record(context, 'urn.count_begun', blockID, { countID })
      return { countID }
    }
    const { countID } = open
    if (takesPart(open, actor.userID)) return { countID }
    if (open.secondByID) throw new AppError('COUNT_FULL', { why: await namesOf(context, open) })
    await requireSecond(context, 'stockTake', open.firstByID)
    if ((await lockStockTake(db, countID))?.state !== 'open') throw new AppError('COUNT_ENDED')
    await updateStockTake(db, countID, { secondByID: actor.userID })
    await record(context, 'urn.count_joined', blockID, { countID })
    return { countID }
  })

export const takesPart = ({ firstByID, secondByID }: StockTakeRow, userID: string) =>
  userID === firstByID || userID === secondByID

export const finishedAt = (stockTake: StockTakeRow, userID: string) =>
  userID === stockTake.firstByID ? stockTake.firstFinishedAt : stockTake.secondFinishedAt

async function namesOf({ db }: SignedInContext, { firstByID, secondByID }: StockTakeRow): Promise<string> {
  const people = [firstByID, secondByID].filter((id) => id !== null)
  const rows = await db.select({ name: users.fullName }).from(users).where(inArray(users.userID, people))
  return rows.map(({ name }) => name).join(' and ')
}

/** A mark that is sent again changes nothing, even if the stock-take has ended since. */
export const markNiche = (context: SignedInContext, { requestID, finding, tag, ...spot }: MarkForm) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const stockTake = await lockOwnStockTake(context, spot.countID)
    const [earlier] = await db.select().from(stockTakeMarks).where(eq(stockTakeMarks.requestID, requestID))
    const mark = { ...spot, personID: actor.userID, finding, tag: finding === 'missing' ? '' : tag }
    if (earlier) {
      requireSameRequest(earlier, mark)
      return
    }
    requireUnfinished(stockTake, actor.userID)
    const [niche] = await db
      .select({ nicheID: niches.nicheID })
      .from(niches)
      .where(and(eq(niches.nicheID, spot.nicheID), eq(niches.blockID, stockTake.blockID)))
    if (!niche) throw new AppError('NOT_FOUND')
    await db.insert(stockTakeMarks).values({ ...mark, requestID, at: clock() })
  })

/** Locks the account of the caller and the stock-take. The caller must be one of its two people. */
export async function lockOwnStockTake(context: SignedInContext, countID: string): Promise<StockTakeRow> {
  const { db, actor } = context
  await requireStillHere(context)
  const stockTake = await lockStockTake(db, countID)
  if (!stockTake) throw new AppError('NOT_FOUND')
  if (!takesPart(stockTake, actor.userID)) throw new AppError('COUNT_NOT_YOURS')
  return stockTake
}

function requireUnfinished(stockTake: StockTakeRow, userID: string) {
  if (stockTake.state !== 'open' || finishedAt(stockTake, userID)) throw new AppError('COUNT_ENDED')
}

/** Any member of staff may cancel, because the two people may not come back. */
export const cancelStockTake = (context: SignedInContext, countID: string, reason: string) =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    const stockTake = await lockStockTake(db, countID)
    if (!stockTake) throw new AppError('NOT_FOUND')
    if (stockTake.state !== 'open') throw new AppError('COUNT_ENDED')
    await updateStockTake(db, countID, { state: 'cancelled', endedAt: clock() })
    await record(context, 'urn.count_cancelled', stockTake.blockID, { countID, reason })
  })

/** Ends the stock-takes that this person takes part in, even if they have finished their half. */
export async function cancelStockTakesOf(context: Context, userID: string, why: string) {
  const cancelled = await context.db
    .update(stockTakes)
    .set({ state: 'cancelled', endedAt: context.clock() })
    .where(
      and(
        eq(stockTakes.state, 'open').inlineParams(),
        or(eq(stockTakes.firstByID, userID), eq(stockTakes.secondByID, userID)),
      ),
    )
    .returning()
  const entries = cancelled.map(({ blockID, countID }) => ({ subject: blockID, details: { countID, reason: why } }))
  await recordEach(context, 'urn.count_cancelled', entries)
  return cancelled.length
}
