import { randomUUID } from 'node:crypto'
import { agrees, type Mark, readMark } from '#contract/urns/count.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { urnDifferences } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { finishedAt, lockOwnCount } from './count-block.ts'
import { type Content, type CountRow, listContents, listMarks, updateCount } from './queries.ts'

/** One person has marked the whole block. When both have, the stock-take ends and its differences become tasks. */
export const finishCount = (context: SignedInContext, countID: string) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const count = await lockOwnCount(context, countID)
    if (finishedAt(count, actor.userID)) return
    if (count.state !== 'open') throw new AppError('COUNT_ENDED')
    const contents = await listContents(db, count.blockID)
    const marks = await findMarks(db, countID, actor.userID)
    const left = contents.filter(({ nicheID, tag }) => tag !== null && !marks.has(nicheID))
    if (left.length > 0) throw new AppError('COUNT_INCOMPLETE', { why: nicheCodes(left) })
    const now = clock()
    const finished: CountRow = {
      ...count,
      ...(actor.userID === count.firstByID ? { firstFinishedAt: now } : { secondFinishedAt: now }),
    }
    const isDone = finished.firstFinishedAt !== null && finished.secondFinishedAt !== null
    const ended = isDone ? { state: 'done' as const, endedAt: now } : {}
    await updateCount(db, countID, { ...finished, ...ended })
    await record(context, 'urn.count_finished', count.blockID, { countID, ...tally(marks) })
    if (isDone) await recordDifferences(context, finished, contents)
  })

async function findMarks(db: Db, countID: string, personID: string): Promise<Map<string, Mark>> {
  const rows = await listMarks(db, countID, personID)
  return new Map(rows.map(({ nicheID, finding, tag }) => [nicheID, { finding, tag }]))
}

const nicheCodes = (contents: readonly Content[]) =>
  contents.length > 3 ? `${contents.length} niches` : contents.map(({ nicheCode }) => nicheCode).join(', ')

function tally(marks: Map<string, Mark>) {
  const found = [...marks.values()].map(({ finding }) => finding)
  const count = (of: Mark['finding']) => found.filter((finding) => finding === of).length
  return { present: count('present'), missing: count('missing'), unexpected: count('unexpected') }
}

/** Compares with the ledger as it is now, so an urn that was moved during the stock-take may show up as a difference. */
async function recordDifferences(context: SignedInContext, count: CountRow, contents: readonly Content[]) {
  const { db, clock } = context
  const [first, second] = [
    await findMarks(db, count.countID, count.firstByID),
    await findMarks(db, count.countID, count.secondByID ?? ''),
  ]
  const different = contents.flatMap(({ nicheID, nicheCode, tag }) => {
    const marks = [first, second].map((of) => of.get(nicheID)).map((mark) => mark && readMark(mark, tag))
    if (agrees(tag, marks)) return []
    const [one, other] = marks
    const row = {
      differenceID: randomUUID(),
      countID: count.countID,
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
  if (different.length > 0) await db.insert(urnDifferences).values(different.map(({ row }) => row))
  await record(context, 'urn.count_compared', count.blockID, {
    countID: count.countID,
    differences: different.length,
    ...(different.length > 0 && { niches: different.map(({ nicheCode }) => nicheCode).join(' ') }),
  })
}
