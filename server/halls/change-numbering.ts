import type { z } from 'zod'
import type { NumberingChange } from '#contract/halls/api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { numberWall } from '#server/niches/public.ts'

/**
 * Corrects a wall that is drawn the wrong way round, which would send a family to another niche. Codes, columns and
 * rows stay.
 */
export const changeNumbering = (
  context: SignedInContext,
  { blockID, ...numbering }: z.output<typeof NumberingChange>,
) =>
  inTransaction(context, async (context) => {
    if (!(await numberWall(context.db, blockID, numbering))) throw new AppError('NOT_FOUND')
    await record(context, 'block.numbering_changed', blockID, numbering)
  })
