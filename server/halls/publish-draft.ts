import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PublishForm } from '#contract/halls/api.ts'
import { blockViewOf } from '#contract/halls/lay-out-block.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { blockDrafts, blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { planNiches } from './drafts.ts'
import { opensAsSent, parseOpeningTime } from './opening-times.ts'
import { describeOpening } from './publish-blocks.ts'
import { findDraft } from './queries.ts'
import { requireHouseReady } from './require-house-ready.ts'

/** Turns a draft into a block, which keeps its ID. From then on its codes never change. */
export async function publishDraft(context: SignedInContext, sent: z.output<typeof PublishForm>) {
  const opensHouse = await requireHouseReady(context, [sent.draftID], sent.opensHouse)
  return inTransaction(context, async (context) => {
    const draft = await findDraft(context.db, sent.draftID)
    if (!draft) return findPublished(context, sent)
    const opensAt = parseOpeningTime(context, sent.opensAt)
    const { draftID, levelID, blockName, levelNumber, buildingName, savedAt, ...layout } = draft
    const planned = await planNiches(context, layout, { buildingName, levelNumber, blockName })
    const [firstCode, lastCode] = [planned[0]?.nicheCode, planned.at(-1)?.nicheCode]
    const current = { firstCode, lastCode, savedAt: savedAt.toISOString() }
    if (!isDeepStrictEqual(sent.seen, current)) throw new AppError('DRAFT_CHANGED')
    const view = blockViewOf(layout) ?? null
    await context.db.insert(blocks).values({ blockID: draftID, levelID, blockName, view, opensAt })
    await insertRows(
      context.db,
      niches,
      planned.map((niche) => ({ ...niche, blockID: draftID, nicheID: randomUUID() })),
    )
    await context.db.delete(blockDrafts).where(eq(blockDrafts.draftID, draftID))
    await record(context, 'block.published', draftID, {
      blockName,
      niches: planned.length,
      firstCode,
      lastCode,
      ...describeOpening(opensAt),
    })
    if (opensHouse) await record(context, 'house.opened', 'house', { blocks: 1, ...describeOpening(opensAt) })
    return { blockID: draftID, niches: planned.length }
  })
}

/** A request that is sent again, because its answer was lost, changes nothing. */
async function findPublished(context: Context, { draftID, opensAt }: z.output<typeof PublishForm>) {
  const { db } = context
  const [block] = await db
    .select({ opensAt: blocks.opensAt })
    .from(blocks)
    .where(and(eq(blocks.blockID, draftID), eq(blocks.isDraft, false)))
  if (!block || !opensAsSent(context, block.opensAt, opensAt)) throw new AppError('NOT_FOUND')
  return { blockID: draftID, niches: await db.$count(niches, eq(niches.blockID, draftID)) }
}
