import { eq } from 'drizzle-orm'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { stockTakeDifferences } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type AskedAct, askerOf, findRequestsFor, settleOrAsk } from '#server/second-person/public.ts'
import { type DifferenceWithPeople, lockDifference, selectOpenDifferences } from './queries.ts'

/** The differences that staff have to settle, the oldest first. */
export const listOpenDifferences = async (context: SignedInContext) =>
  presentDifferences(context, await selectOpenDifferences(context.db))

export async function presentDifferences(context: SignedInContext, rows: readonly DifferenceWithPeople[]) {
  const asked = await findRequestsFor(context, 'settleDifference')
  return rows.map((row) => ({ ...present(row), asked: asked.get(row.difference.differenceID) ?? null }))
}

function present({ difference, firstBy, secondBy, ...row }: DifferenceWithPeople) {
  const { differenceID, countID, expectedTag, firstFinding, firstTag, secondFinding, secondTag } = difference
  const { at, settledAt, settledNote } = difference
  return {
    differenceID,
    countID,
    place: buildingLevelBlock(row),
    nicheCode: row.nicheCode,
    expectedTag,
    found: [
      { by: firstBy, mark: firstFinding && { finding: firstFinding, tag: firstTag } },
      { by: secondBy ?? '', mark: secondFinding && { finding: secondFinding, tag: secondTag } },
    ],
    at,
    settled: settledAt && { at: settledAt, by: row.settledBy ?? '', note: settledNote ?? '' },
  }
}

/** Whoever took part in the stock-take asks somebody who did not, also a witness, to confirm it. */
export const settleDifference = (context: SignedInContext, differenceID: string, note: string) =>
  settleOrAsk(context, 'settleDifference', differenceID, { reason: note, explain }, settleAskedDifference)

async function explain(context: SignedInContext, differenceID: string) {
  const { nicheCode, firstByID, secondByID } = await lockUnsettled(context, differenceID)
  const what = `The difference that a stock-take found in niche ${nicheCode} is recorded as settled.`
  return { what, people: [firstByID, secondByID] }
}

/** Settles it at once, or when somebody who took no part confirms it. */
export async function settleAskedDifference(context: SignedInContext, asked: AskedAct) {
  const { db, actor, clock } = context
  const { differenceID, nicheID } = await lockUnsettled(context, asked.subject)
  const settled = { settledAt: clock(), settledByID: actor.userID, settledNote: asked.reason }
  await db.update(stockTakeDifferences).set(settled).where(eq(stockTakeDifferences.differenceID, differenceID))
  await record(context, 'urn.difference_settled', nicheID, { note: asked.reason, ...askerOf(context, asked) })
}

async function lockUnsettled({ db }: SignedInContext, differenceID: string) {
  const difference = await lockDifference(db, differenceID)
  if (!difference) throw new AppError('ALREADY_SETTLED')
  return difference
}
