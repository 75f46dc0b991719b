import { formatAmount } from '#contract/money.ts'
import { type Niche, type NicheStatus, placeLabel } from '#contract/niches/niche.ts'

/** What a cell may look like: the stored statuses, lower-cased, and the choice that exists only on screen. */
export type ScreenStatus = 'selected' | Lowercase<NicheStatus>

/** The order of the legend. */
export const screenStatuses = ['available', 'selected', 'occupied', 'reserved', 'pending', 'blocked'] as const

export const screenStatusOf = ({ status }: Niche, isSelected: boolean): ScreenStatus =>
  isSelected ? 'selected' : (status.toLowerCase() as Lowercase<NicheStatus>)

/** `3-5, TH-1A-03-05, available, SGD 3,800.00`: what the eye reads first, so that it can be spoken to as well. */
export const nicheLabel = (niche: Niche): string =>
  [placeLabel(niche), niche.nicheCode, niche.status.toLowerCase(), formatAmount(niche.price)].join(', ')

/** How many of each the block has; the chosen one counts as chosen. */
export function countByStatus(niches: readonly Niche[], selectedID: string | undefined) {
  const counts: Record<ScreenStatus, number> = {
    available: 0,
    selected: 0,
    occupied: 0,
    reserved: 0,
    pending: 0,
    blocked: 0,
  }
  for (const niche of niches) counts[screenStatusOf(niche, niche.nicheID === selectedID)] += 1
  return counts
}
