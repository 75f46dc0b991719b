import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { PublishBlocksForm } from '#contract/halls/api.ts'
import { record, recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { opensAsSent, parseOpeningTime } from './opening-times.ts'
import { requireHouseReady } from './require-house-ready.ts'

/** Publishes blocks of an import, all or none, so that families see them. */
export async function publishBlocks(context: SignedInContext, sent: z.output<typeof PublishBlocksForm>) {
  const wanted = [...new Set(sent.blockIDs)]
  const opensHouse = await requireHouseReady(context, wanted, sent.opensHouse)
  return inTransaction(context, async (context) => {
    const reply = async () => ({
      blocks: wanted.length,
      niches: await context.db.$count(niches, inArray(niches.blockID, wanted)),
    })
    const areWanted = inArray(blocks.blockID, wanted)
    const found = await context.db.select().from(blocks).where(areWanted).orderBy(blocks.blockID).for('update')
    const isRepeated = (block: (typeof found)[number]) =>
      !block.isDraft && (sent.keepsOpeningTimes || opensAsSent(context, block.opensAt, sent.opensAt))
    if (found.length < wanted.length) throw new AppError('NOT_FOUND')
    if (found.every(isRepeated)) return reply()
    if (!found.every(({ isDraft }) => isDraft)) throw new AppError('NOT_FOUND')

    const opensAt = sent.keepsOpeningTimes ? undefined : parseOpeningTime(context, sent.opensAt)
    const published = await context.db
      .update(blocks)
      .set({ isDraft: false, ...(opensAt !== undefined && { opensAt }) })
      .where(areWanted)
      .returning({ blockID: blocks.blockID, blockName: blocks.blockName, opensAt: blocks.opensAt })
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
    return reply()
  })
}

export const describeOpening = (opensAt: Date | null | undefined) => opensAt && { opensAt: opensAt.toISOString() }
