import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { z } from 'zod'
import { checklistLabels } from '#contract/dashboard/api.ts'
import type { OpeningTimeChange } from '#contract/halls/api.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { listMissingSteps } from '#server/dashboard/public.ts'
import { blocks } from '#server/database/schema.ts'
import { readOpenHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyBlockChanged } from '#server/niches/public.ts'

/** Null opens the block at once. */
const toInstant = (opensAt: string) => (opensAt === '' ? null : new Date(`${opensAt}:00+08:00`))

export function parseOpeningTime({ clock }: Context, opensAt: string): Date | null {
  const time = toInstant(opensAt)
  if (time && !(time > clock()))
    throw new AppError('INVALID', { errors: { opensAt: 'Please choose a time in the future.' } })
  return time
}

/** Whether a block opens as a request says that was sent before. The time is removed once it has come. */
export function opensAsSent({ clock }: Context, opensAt: Date | null, sent: string): boolean {
  const time = toInstant(sent)
  return opensAt ? opensAt.getTime() === time?.getTime() : !time || time <= clock()
}

export async function changeOpeningTime(
  context: SignedInContext,
  { blockID, ...sent }: z.output<typeof OpeningTimeChange>,
) {
  const isBlock = eq(blocks.blockID, blockID)
  const [before] = await context.db.select().from(blocks).where(isBlock)
  if (!before) throw new AppError('NOT_FOUND')
  if (!before.isDraft && opensAsSent(context, before.opensAt, sent.opensAt)) return
  const opensAt = parseOpeningTime(context, sent.opensAt)
  const isSooner = before.opensAt && (!opensAt || opensAt < before.opensAt)
  if (isSooner && !before.isDraft) await requireFirstSteps(context)
  return inTransaction(context, async (context) => {
    const changed = await context.db
      .update(blocks)
      .set({ opensAt })
      .where(and(isBlock, isNotNull(blocks.opensAt)))
      .returning({ blockName: blocks.blockName })
    const [block] = changed
    if (!block) throw new AppError('NOT_FOUND')
    await record(context, 'block.opening_changed', blockID, { ...block, opensAt: opensAt?.toISOString() ?? 'now' })
    context.afterCommit(() => notifyBlockChanged(context, blockID, 'opening'))
  })
}

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

/** The first blocks open the house. Returns whether these do; a request that is sent again opens nothing. */
export async function requireHouseReady(context: Context, blockIDs: string[], isAgreed: boolean): Promise<boolean> {
  const published = and(inArray(blocks.blockID, blockIDs), eq(blocks.isDraft, false))
  if ((await context.db.$count(blocks, published)) === blockIDs.length) return false
  const opensHouse = await requireFirstSteps(context)
  if (opensHouse && !isAgreed) throw new AppError('OPENS_HOUSE')
  return opensHouse
}

/** Returns whether the house is still to be opened; the demo never is. Asks other servers, so call it outside a transaction. */
async function requireFirstSteps(context: Context): Promise<boolean> {
  if (context.config.mode === 'demo' || (await readOpenHouse(context)).isOpen) return false
  const missing = await listMissingSteps(context)
  if (missing.length > 0)
    throw new AppError('HOUSE_NOT_READY', { why: missing.map((check) => checklistLabels[check]).join(', ') })
  return true
}
