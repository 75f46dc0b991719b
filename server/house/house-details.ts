import type { House, HouseDetails } from '#contract/house/api.ts'
import { record } from '#server/audit/actions.ts'
import { inTransaction, type SignedInContext } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { readHouse } from './actions.ts'
import { notifyHouseChanged } from './house-pages.ts'
import { lockHouse, markOpened, upsertHouse } from './queries.ts'

export const saveHouse = (context: SignedInContext, details: HouseDetails): Promise<House> =>
  inTransaction(context, async (context) => {
    const before = await lockHouse(context.db)
    await upsertHouse(context.db, details)
    await record(context, 'house.changed', 'house', changesBetween(before, details))
    context.afterCommit(() => notifyHouseChanged(context))
    return readHouse(context)
  })

export const openHouse = (context: SignedInContext): Promise<House> =>
  inTransaction(context, async (context) => {
    if (!(await lockHouse(context.db))) throw new AppError('HOUSE_DETAILS_MISSING')
    if (await markOpened(context.db, context.clock())) await record(context, 'house.opened', 'house')
    context.afterCommit(() => notifyHouseChanged(context))
    return readHouse(context)
  })

/** For the audit log: the old and the new value of what has changed. */
function changesBetween(before: Record<string, unknown> | undefined, after: HouseDetails) {
  const changed = Object.entries(after).filter(([name, value]) => before?.[name] !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, before ? `${before[name]} → ${value}` : value]))
}
