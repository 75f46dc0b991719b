import { formatAmount } from '#contract/money.ts'
import type { PublicNiche } from '#contract/niches/explore-api.ts'
import { doorLabel, forPeople, type Niche } from '#contract/niches/niche.ts'
import { t, translate } from '#contract/words/t.ts'

/** Visitors only learn whether a niche is free. `hasRoom`: another person can be placed there; only its holder and staff know. */
export type MapNiche = (Niche | PublicNiche) & { hasRoom?: boolean }

/** The looks of a cell: the statuses in lower case, and `selected`, which exists only on screen. */
export type ScreenStatus = 'selected' | Lowercase<MapNiche['status']>

/** The statuses in the order of the legend. */
export const legendStatuses = ['available', 'selected', 'occupied', 'reserved', 'pending', 'blocked'] as const
export const visitorStatuses = ['available', 'selected', 'unavailable'] as const

export const screenStatusOf = ({ status }: MapNiche, isSelected: boolean): ScreenStatus =>
  isSelected ? 'selected' : (status.toLowerCase() as Lowercase<MapNiche['status']>)

/** For example `3-5, TH-1A-03-05, available, SGD 3,800.00`, or `…, for two`. Starts with the visible text, so that voice control works. */
export const nicheLabel = (niche: MapNiche): string =>
  [
    ...new Set([doorLabel(niche), niche.nicheCode]),
    translate(niche.status.toLowerCase()),
    formatAmount(niche.price),
    ...(niche.capacity ? [forPeople(niche.capacity)] : []),
    ...(niche.hasRoom ? [t`room for another person`] : []),
  ].join(t`, `)

/** The count of each status in the block; chosen niches count as selected. */
export function countByStatus(niches: readonly MapNiche[], isSelected: (nicheID: string) => boolean) {
  const counts: Record<ScreenStatus, number> = {
    available: 0,
    selected: 0,
    occupied: 0,
    reserved: 0,
    pending: 0,
    blocked: 0,
    unavailable: 0,
  }
  for (const niche of niches) counts[screenStatusOf(niche, isSelected(niche.nicheID))] += 1
  return counts
}
