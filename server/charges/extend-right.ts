import { toAmount } from '#contract/money.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findTodaysPrice, listTodaysPrices } from '#server/prices/public.ts'
import { readNextExtension } from '#server/rights/public.ts'
import { type Added, addListed } from './add-charge.ts'
import { requireOwnCharges } from './read-charges.ts'

/** What the family of a booking can buy for its right now; null if nothing. */
export async function readExtension(context: SignedInContext, bookingID: string) {
  await requireOwnCharges(context, bookingID)
  const next = await readNextExtension(context, bookingID)
  const prices = (await listTodaysPrices(context))
    .filter(({ kind }) => kind === 'extension')
    .map(({ priceID, name, grossCents }) => ({ priceID, name, amount: toAmount(grossCents) }))
  return { extension: next && prices.length > 0 ? { ...next, prices } : null }
}

/** A family charges itself nothing but an extension. */
export const chargeOwnExtension = (context: SignedInContext, { priceID, ...added }: Added & { priceID: string }) =>
  inTransaction(context, async (context) => {
    await requireOwnCharges(context, added.bookingID)
    const price = await findTodaysPrice(context, priceID)
    if (price?.kind !== 'extension') throw new AppError('PRICE_CHANGED')
    await addListed(context, { priceID, ...added })
  })
