import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PublishForm } from '#contract/halls/api.ts'
import { blockViewOf } from '#contract/halls/lay-out-block.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { blockDrafts, blocks, niches } from '#server/database/schema.ts'
import { getDraft, planNiches } from './drafts.ts'
import { parseOpeningTime } from './opening-times.ts'

/** Turns a draft into a block, which keeps its ID. From then on its codes never change. */
export const publishDraft = (context: SignedInContext, sent: z.output<typeof PublishForm>) =>
  inTransaction(context, async (context) => {
    const opensAt = parseOpeningTime(context, sent.opensAt)
    const { draftID, levelID, blockName, levelNumber, buildingName, ...layout } = await getDraft(context, sent.draftID)
    const planned = await planNiches(context, layout, { buildingName, levelNumber, blockName })
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
      firstCode: planned[0]?.nicheCode,
      lastCode: planned.at(-1)?.nicheCode,
      ...(opensAt && { opensAt: opensAt.toISOString() }),
    })
    return { blockID: draftID, niches: planned.length }
  })
