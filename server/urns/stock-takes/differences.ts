import { and, eq, isNull } from 'drizzle-orm'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { urnDifferences } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { requireUninvolved } from '#server/second-person/public.ts'
import { type DifferenceWithPeople, findStockTake, selectOpenDifferences } from './queries.ts'

/** The differences that staff have to settle, the oldest first. */
export const listOpenDifferences = async ({ db }: Context) => (await selectOpenDifferences(db)).map(presentDifference)

export function presentDifference({ difference, firstBy, secondBy, ...row }: DifferenceWithPeople) {
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

export const settleDifference = (context: SignedInContext, differenceID: string, note: string) =>
  inTransaction(context, async (context) => {
    const settled = { settledAt: context.clock(), settledByID: context.actor.userID, settledNote: note }
    const [difference] = await context.db
      .update(urnDifferences)
      .set(settled)
      .where(and(eq(urnDifferences.differenceID, differenceID), isNull(urnDifferences.settledAt)))
      .returning()
    if (!difference) throw new AppError('ALREADY_SETTLED')
    const { stockTake } = (await findStockTake(context.db, difference.countID)) ?? {}
    await requireUninvolved(context, 'settleDifference', [stockTake?.firstByID ?? null, stockTake?.secondByID ?? null])
    await record(context, 'urn.difference_settled', difference.nicheID, { note })
  })
