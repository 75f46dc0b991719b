import { randomUUID } from 'node:crypto'
import { agrees, type Mark, needsMark, readMark, spotOf } from '#contract/urns/stock-take.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { stockTakeDifferences } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { requireSecond } from '#server/second-person/public.ts'
import { writeMoves } from '../write-moves.ts'
import { type Content, findStockTake, listContents, listMarks, type StockTakeRow, updateStockTake } from './queries.ts'
import { finishedAt, lockOwnStockTake, takesPart } from './take-stock.ts'

/** Ends the count of one person. When both have finished, the stock-take ends and its differences become tasks. */
export const finishStockTake = (context: SignedInContext, countID: string) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const hasPair = await requirePair(context, countID)
    const stockTake = await lockOwnStockTake(context, countID)
    if (finishedAt(stockTake, actor.userID)) return
    if (stockTake.state !== 'open') throw new AppError('COUNT_ENDED')
    const contents = await listContents(db, stockTake.blockID)
    const marks = await findMarks(db, countID, actor.userID)
    const left = contents.filter((each) => needsMark(each) && !marks.has(spotOf(each)))
    if (left.length > 0) throw new AppError('COUNT_INCOMPLETE', { why: nicheCodes(left) })
    const now = clock()
    const finished: StockTakeRow = {
      ...stockTake,
      ...(actor.userID === stockTake.firstByID ? { firstFinishedAt: now } : { secondFinishedAt: now }),
    }
    const isDone = finished.firstFinishedAt !== null && finished.secondFinishedAt !== null
    /** The second person has joined and finished since the pair was looked at. */
    if (isDone && !hasPair) throw new AppError('COUNT_ENDED')
    const ended = isDone ? { state: 'done' as const, endedAt: now } : {}
    await updateStockTake(db, countID, { ...finished, ...ended })
    await record(context, 'urn.count_finished', stockTake.blockID, { countID, ...tally(marks) })
    if (isDone) await recordDifferences(context, finished, contents)
  })

/**
 * Whoever finishes signs for both halves, so both people must still be there. A count that was finished already is answered again without
 * asking for a second factor.
 */
async function requirePair(context: SignedInContext, countID: string): Promise<boolean> {
  const { stockTake } = (await findStockTake(context.db, countID)) ?? {}
  if (!stockTake?.secondByID || !takesPart(stockTake, context.actor.userID)) return false
  if (stockTake.state === 'open' && !finishedAt(stockTake, context.actor.userID))
    await requireSecond(context, 'stockTake', stockTake.firstByID, { secondID: stockTake.secondByID })
  return true
}

async function findMarks(db: Db, countID: string, personID: string): Promise<Map<string, Mark>> {
  const rows = await listMarks(db, countID, personID)
  return new Map(rows.map(({ finding, tag, ...spot }) => [spotOf(spot), { finding, tag }]))
}

const nicheCodes = (contents: readonly Content[]) =>
  contents.length > 3 ? `${contents.length} niches` : contents.map(({ nicheCode }) => nicheCode).join(', ')

function tally(marks: Map<string, Mark>) {
  const found = [...marks.values()].map(({ finding }) => finding)
  const count = (wanted: Mark['finding']) => found.filter((finding) => finding === wanted).length
  return { present: count('present'), missing: count('missing'), unexpected: count('unexpected') }
}

/** Compares with the ledger as it is now, so an urn that was moved during the stock-take may show up as a difference. */
async function recordDifferences(context: SignedInContext, stockTake: StockTakeRow, contents: readonly Content[]) {
  const { db, clock } = context
  const marksOfBoth = [
    await findMarks(db, stockTake.countID, stockTake.firstByID),
    await findMarks(db, stockTake.countID, stockTake.secondByID ?? ''),
  ]
  const seen: Content[] = []
  const different = contents.flatMap((content) => {
    const { nicheID, nicheCode, tag, isSeen, isOccupied } = content
    const spot = spotOf(content)
    const marks = marksOfBoth.map((each) => each.get(spot)).map((mark) => mark && readMark(mark, tag))
    /** A niche that is Occupied without an urn is always a difference, because its status and the ledger disagree. */
    if (!isOccupied && agrees(tag, marks)) {
      if (!isSeen) seen.push(content)
      return []
    }
    const [one, other] = marks
    const row = {
      differenceID: randomUUID(),
      countID: stockTake.countID,
      nicheID,
      expectedTag: tag,
      firstFinding: one?.finding ?? null,
      firstTag: one?.tag ?? '',
      secondFinding: other?.finding ?? null,
      secondTag: other?.tag ?? '',
      at: clock(),
    }
    return [{ row, nicheCode }]
  })
  await seeUrns(context, stockTake, seen)
  if (different.length > 0) await db.insert(stockTakeDifferences).values(different.map(({ row }) => row))
  await record(context, 'urn.count_compared', stockTake.blockID, {
    countID: stockTake.countID,
    differences: different.length,
    ...(different.length > 0 && { niches: different.map(({ nicheCode }) => nicheCode).join(' ') }),
  })
}

/** Records that both people of a stock-take saw these urns, which were only listed in a register before. */
const seeUrns = (context: SignedInContext, stockTake: StockTakeRow, contents: readonly Content[]) =>
  writeMoves(
    context,
    'see',
    contents.flatMap(({ tag, bookingID, nicheID, nicheCode }) => {
      if (!tag) return []
      const { countID, firstByID, secondByID } = stockTake
      /** The second move of the urn, because only its entry came before. */
      const row = { tag, position: 2, nicheID, actorID: firstByID, witnessID: secondByID }
      return [{ row, nicheCode, details: { bookingID, countID, firstByID } }]
    }),
  )
