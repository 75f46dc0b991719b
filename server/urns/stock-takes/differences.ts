import { eq } from 'drizzle-orm'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { stockTakeDifferences } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type AskedAct, findRequestsFor, requireStillHere, settleOrAsk } from '#server/second-person/public.ts'
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
  inTransaction(context, async (context) => {
    await requireStillHere(context)
    const difference = await requireUnsettled(context, differenceID)
    const { nicheCode, firstByID, secondByID } = difference
    const what = `The difference that a stock-take found in niche ${nicheCode} is recorded as settled.`
    const asked = { what, reason: note, people: [firstByID, secondByID] }
    return settleOrAsk(context, 'settleDifference', differenceID, asked, () => settle(context, difference, { note }))
  })

/** What happens when somebody who took no part confirms it. */
export async function settleAskedDifference(context: SignedInContext, { subject, reason, askedByID }: AskedAct) {
  await settle(context, await requireUnsettled(context, subject), { note: reason, askedBy: askedByID })
}

async function requireUnsettled({ db }: SignedInContext, differenceID: string) {
  const difference = await lockDifference(db, differenceID)
  if (!difference) throw new AppError('ALREADY_SETTLED')
  return difference
}

async function settle(
  context: SignedInContext,
  { differenceID, nicheID }: { differenceID: string; nicheID: string },
  details: { note: string; askedBy?: string },
) {
  const { db, actor, clock } = context
  const settled = { settledAt: clock(), settledByID: actor.userID, settledNote: details.note }
  await db.update(stockTakeDifferences).set(settled).where(eq(stockTakeDifferences.differenceID, differenceID))
  await record(context, 'urn.difference_settled', nicheID, details)
}
