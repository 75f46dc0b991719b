import type { DenialReasons, HouseDetails } from '#contract/house/api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyHouseChanged } from './house-pages.ts'
import { readOpenHouse } from './public.ts'
import { findDenialReasons, type HouseRow, lockHouse, updateDenialReasons, upsertHouse } from './queries.ts'

export const saveHouse = (context: SignedInContext, details: HouseDetails) =>
  inTransaction(context, async (context) => {
    const before = await lockHouse(context.db)
    await upsertHouse(context.db, details)
    await record(context, 'house.changed', 'house', changesBetween(before, details))
    context.afterCommit(() => notifyHouseChanged(context))
    return readOpenHouse(context)
  })

/** For the audit log: the old and the new value of what has changed. */
function changesBetween(before: HouseRow | undefined, after: HouseDetails) {
  const names = Object.keys(after) as (keyof HouseDetails)[]
  const changed = names.filter((name) => before?.[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, before ? `${before[name]} → ${after[name]}` : after[name]]))
}

export const readDenialReasons = async ({ db }: SignedInContext): Promise<DenialReasons> => ({
  reasons: await findDenialReasons(db),
})

export const saveDenialReasons = (context: SignedInContext, { reasons }: DenialReasons) =>
  inTransaction(context, async (context) => {
    if (!(await updateDenialReasons(context.db, reasons))) throw new AppError('NOT_FOUND')
    await record(context, 'house.changed', 'house', { denialReasons: reasons })
  })
