import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { OpeningTimeChange } from '#contract/halls/api.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { blocks } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyBlockChanged } from '#server/niches/public.ts'

/** Null opens the block at once. */
export function parseOpeningTime({ clock }: Context, opensAt: string): Date | null {
  if (opensAt === '') return null
  const time = new Date(`${opensAt}:00+08:00`)
  if (Number.isNaN(time.getTime()) || time <= clock())
    throw new AppError('INVALID', { errors: { opensAt: 'Please choose a time in the future.' } })
  return time
}

export const changeOpeningTime = (context: SignedInContext, { blockID, ...sent }: z.output<typeof OpeningTimeChange>) =>
  inTransaction(context, async (context) => {
    const opensAt = parseOpeningTime(context, sent.opensAt)
    const changed = await context.db
      .update(blocks)
      .set({ opensAt })
      .where(and(eq(blocks.blockID, blockID), isNotNull(blocks.opensAt)))
      .returning({ blockName: blocks.blockName })
    const [block] = changed
    if (!block) throw new AppError('NOT_FOUND')
    await record(context, 'block.opening_changed', blockID, { ...block, opensAt: opensAt?.toISOString() ?? 'now' })
    context.afterCommit(() => notifyBlockChanged(context, blockID, 'opening'))
  })

/**
 * Opens the blocks whose time has come and tells open maps. Bookings compare the time themselves. A draft only loses
 * its time, without an audit entry, which would keep its import from being undone.
 */
export const openDueBlocks = (context: Context): Promise<void> =>
  inTransaction(context, async (context) => {
    const opened = await context.db
      .update(blocks)
      .set({ opensAt: null })
      .where(lte(blocks.opensAt, context.clock()))
      .returning({ blockID: blocks.blockID, blockName: blocks.blockName, isDraft: blocks.isDraft })
    for (const { blockID, blockName, isDraft } of opened) {
      if (isDraft) continue
      await record(context, 'block.opened', blockID, { blockName })
      context.afterCommit(() => notifyBlockChanged(context, blockID, 'opening'))
    }
  })
