import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { DraftForm } from '#contract/halls/api.ts'
import type { BlockLayout } from '#contract/halls/block-layout.ts'
import {
  type BlockLocation,
  codeProblem,
  hallCodeProblem,
  layOutBlock,
  type PlannedNiche,
} from '#contract/halls/lay-out-block.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { blockDrafts } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { findDraft, findLevel, isNameInUse, listCodesInUse } from './queries.ts'

export const saveDraft = (context: SignedInContext, { draftID, levelID, blockName, ...layout }: DraftForm) =>
  inTransaction(context, async (context) => {
    const level = await findLevel(context.db, levelID)
    if (!level) throw new AppError('NOT_FOUND')
    if (draftID) await getDraft(context, draftID)
    if (await isNameInUse(context.db, levelID, blockName, draftID))
      throw new AppError('INVALID', { errors: { blockName: 'This level already has a block with this name.' } })
    const hallCode = hallCodeProblem(layout, { ...level, blockName })
    if (hallCode) throw new AppError('INVALID', { errors: { hallCode } })
    await planNiches(context, layout, { ...level, blockName })

    const saved = { levelID, blockName, layout, savedAt: context.clock() }
    const id = draftID ?? randomUUID()
    if (draftID) await context.db.update(blockDrafts).set(saved).where(eq(blockDrafts.draftID, draftID))
    else await context.db.insert(blockDrafts).values({ draftID: id, ...saved })
    await record(context, 'block.draft_saved', id, { blockName })
    return { draftID: id }
  })

/** The niches of a block, unless one of their codes cannot be used. */
export async function planNiches(
  { db }: Context,
  layout: BlockLayout,
  location: BlockLocation,
): Promise<PlannedNiche[]> {
  const planned = layOutBlock(layout, location)
  const problem = codeProblem(planned) ?? (await describeCodesInUse())
  if (problem) throw new AppError('INVALID', { errors: { codePattern: problem } })
  return planned

  async function describeCodesInUse() {
    const inUse = await listCodesInUse(
      db,
      planned.map(({ nicheCode }) => nicheCode),
    )
    if (inUse.length === 0) return undefined
    return `${inUse.length} of these codes are already in use, for example ${inUse[0]}.`
  }
}

export async function getDraft({ db }: Context, draftID: string) {
  const draft = await findDraft(db, draftID)
  if (!draft) throw new AppError('NOT_FOUND')
  return draft
}

export const deleteDraft = (context: SignedInContext, draftID: string) =>
  inTransaction(context, async (context) => {
    const { blockName } = await getDraft(context, draftID)
    await context.db.delete(blockDrafts).where(eq(blockDrafts.draftID, draftID))
    await record(context, 'block.draft_deleted', draftID, { blockName })
  })
