import type { z } from 'zod'
import type { CapacityForm } from '#contract/halls/api.ts'
import { toCents } from '#contract/money.ts'
import { recordEach } from '#server/audit/public.ts'
import { moveUpInNiches } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { lockNiches, setCapacities } from '#server/niches/public.ts'
import { listFurtherPricesOf } from './queries.ts'
import { tellOfPrices } from './tell-of-prices.ts'

/** The database refuses fewer places than people have, for all niches or none. */
export const changeCapacity = (
  context: SignedInContext,
  { nicheIDs, capacity, furtherPrice }: z.output<typeof CapacityForm>,
) =>
  inTransaction(context, async (context) => {
    await moveUpInNiches(context.db, await lockNiches(context.db, nicheIDs), capacity)
    const before = await listFurtherPricesOf(context.db, nicheIDs)
    const furtherPriceCents = toCents(furtherPrice) ?? 0
    const changed = await setCapacities(context, nicheIDs, { capacity, furtherPriceCents })
    await recordEach(
      context,
      'niche.capacity_changed',
      changed.map(({ nicheID, nicheCode }) => ({ subject: nicheID, details: { nicheCode, capacity, furtherPrice } })),
    )
    await tellOfPrices(
      context,
      before.map((each) => ({ ...each, beforeCents: each.furtherPriceCents, afterCents: furtherPriceCents })),
      { of: 'Price of each further person' },
    )
    return { niches: changed.length }
  })
