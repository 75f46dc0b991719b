import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { checklistLabels } from '#contract/dashboard/api.ts'
import type { PublishBlocksForm } from '#contract/halls/api.ts'
import { record, recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { listMissingSteps } from '#server/dashboard/public.ts'
import { blocks, niches } from '#server/database/schema.ts'
import { readOpenHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { parseOpeningTime } from './opening-times.ts'

/**
 * Publishes blocks of an import, all or none, so that families see them. The first ones open the house, if it is ready
 * and the admin agrees.
 */
export async function publishBlocks(context: SignedInContext, sent: z.output<typeof PublishBlocksForm>) {
  const opensHouse = !(await readOpenHouse(context)).isOpen
  if (opensHouse) {
    const missing = await listMissingSteps(context)
    if (missing.length > 0) {
      throw new AppError('HOUSE_NOT_READY', { why: missing.map((check) => checklistLabels[check]).join(', ') })
    }
    if (!sent.opensHouse) throw new AppError('OPENS_HOUSE')
  }
  return inTransaction(context, async (context) => {
    const opensAt = sent.keepsOpeningTimes ? undefined : parseOpeningTime(context, sent.opensAt)
    const wanted = [...new Set(sent.blockIDs)]
    const published = await context.db
      .update(blocks)
      .set({ isDraft: false, ...(opensAt !== undefined && { opensAt }) })
      .where(and(inArray(blocks.blockID, wanted), eq(blocks.isDraft, true)))
      .returning({ blockID: blocks.blockID, blockName: blocks.blockName, opensAt: blocks.opensAt })
    if (published.length === 0) return findPublished(context.db, wanted, opensAt)
    if (published.length < wanted.length) throw new AppError('NOT_FOUND')
    await recordEach(
      context,
      'block.published',
      published.map(({ blockID, blockName, opensAt }) => ({
        subject: blockID,
        details: { blockName, ...describeOpening(opensAt) },
      })),
    )
    if (opensHouse)
      await record(context, 'house.opened', 'house', { blocks: published.length, ...describeOpening(opensAt) })
    return countPublished(context.db, wanted)
  })
}

/** A request that is sent again, because its answer was lost, changes nothing. `undefined` keeps the opening times. */
async function findPublished(db: Db, blockIDs: string[], opensAt: Date | null | undefined) {
  const found = await db
    .select({ opensAt: blocks.opensAt })
    .from(blocks)
    .where(and(inArray(blocks.blockID, blockIDs), eq(blocks.isDraft, false)))
  const isAsSent = found.every((block) => opensAt === undefined || block.opensAt?.getTime() === opensAt?.getTime())
  if (found.length < blockIDs.length || !isAsSent) throw new AppError('NOT_FOUND')
  return countPublished(db, blockIDs)
}

const describeOpening = (opensAt: Date | null | undefined) => opensAt && { opensAt: opensAt.toISOString() }

const countPublished = async (db: Db, blockIDs: string[]) => ({
  blocks: blockIDs.length,
  niches: await db.$count(niches, inArray(niches.blockID, blockIDs)),
})
