import { formatAmount, toAmount, toCents } from '#contract/money.ts'
import type { BlockFigures } from '#contract/niches/explore-api.ts'

export const archCount = 12

/** The number of filled arches of a façade. One stays open as long as a niche is free, and one is filled as soon as one is taken. */
export function filledArches({ niches, free }: BlockFigures): number {
  if (free === niches) return 0
  if (free === 0) return archCount
  const share = Math.round((archCount * (niches - free)) / niches)
  return Math.min(Math.max(share, 1), archCount - 1)
}

/** The lowest and the highest amount as `2,600` and `4,150`; only one if they are the same. */
export function shortPrices({ from, to }: { from: string; to: string }): string[] {
  const prices = [from, to].map((amount) => formatAmount(amount).replace('SGD ', '').replace('.00', ''))
  return [...new Set(prices)]
}

/** The figures of a block whose niches are on a map, which are newer than those of the picture. */
export function figuresOf(niches: readonly { status: string; price: string }[]): BlockFigures {
  const cents = niches.flatMap(({ status, price }) => (status === 'Available' ? (toCents(price) ?? 0) : []))
  const prices = cents.length > 0 ? { from: toAmount(Math.min(...cents)), to: toAmount(Math.max(...cents)) } : undefined
  return { niches: niches.length, free: cents.length, prices }
}
