import { and, eq, inArray } from 'drizzle-orm'
import { checklistLabels } from '#contract/dashboard/api.ts'
import type { Context } from '#server/core/context.ts'
import { listMissingSteps } from '#server/dashboard/public.ts'
import { blocks } from '#server/database/schema.ts'
import { readOpenHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'

/** The first blocks open the house. Returns whether these do; a request that is sent again opens nothing. */
export async function requireHouseReady(context: Context, blockIDs: string[], isAgreed: boolean): Promise<boolean> {
  const published = and(inArray(blocks.blockID, blockIDs), eq(blocks.isDraft, false))
  if ((await context.db.$count(blocks, published)) === blockIDs.length) return false
  const opensHouse = await requireFirstSteps(context)
  if (opensHouse && !isAgreed) throw new AppError('OPENS_HOUSE')
  return opensHouse
}

/** Returns whether the house is still to be opened; the demo never is. Asks other servers, so call it outside a transaction. */
export async function requireFirstSteps(context: Context): Promise<boolean> {
  if (context.config.mode === 'demo' || (await readOpenHouse(context)).isOpen) return false
  const missing = await listMissingSteps(context)
  if (missing.length > 0)
    throw new AppError('HOUSE_NOT_READY', { why: missing.map((check) => checklistLabels[check]).join(', ') })
  return true
}
