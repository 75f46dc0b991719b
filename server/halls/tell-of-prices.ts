import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { tellOfChange } from '#server/mail/public.ts'

interface ChangedPrice {
  nicheCode: string
  beforeCents: number
  afterCents: number
}

const shownCodes = 10

/** Tells all admins of other prices of niches, for the first person or each further one. */
export async function tellOfPrices(
  context: SignedInContext,
  prices: readonly ChangedPrice[],
  { of = 'Price', inEffect = 'now' } = {},
) {
  const changed = prices.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents)
  if (changed.length === 0) return
  const codes = changed.map(({ nicheCode }) => nicheCode)
  const more = codes.length > shownCodes ? ` and ${codes.length - shownCodes} more` : ''
  const [before, after] = [changed.map((each) => each.beforeCents), changed.map((each) => each.afterCents)]
  await tellOfChange(context, 'nichePrices', {
    Niches: `${codes.slice(0, shownCodes).join(', ')}${more}`,
    [of]: `${rangeOf(before)} → ${rangeOf(after)}`,
    'In effect': inEffect,
  })
}

/** From the lowest price to the highest. */
function rangeOf(cents: readonly number[]): string {
  const [lowest, highest] = [Math.min(...cents), Math.max(...cents)]
  return lowest === highest ? toAmount(lowest) : `${toAmount(lowest)} to ${toAmount(highest)}`
}
