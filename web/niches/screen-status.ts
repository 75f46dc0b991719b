import { formatAmount } from '#contract/money.ts'
import { type Niche, type NicheStatus, placeLabel } from '#contract/niches/niche.ts'

/** How a cell may look: the stored statuses in lower case, and `selected`, which exists only on screen. */
export type ScreenStatus = 'selected' | Lowercase<NicheStatus>

/** The order of the legend. */
export const screenStatuses = ['available', 'selected', 'occupied', 'reserved', 'pending', 'blocked'] as const

export const screenStatusOf = ({ status }: Niche, isSelected: boolean): ScreenStatus =>
  isSelected ? 'selected' : (status.toLowerCase() as Lowercase<NicheStatus>)

/** For example `3-5, TH-1A-03-05, available, SGD 3,800.00`. Starts with the visible text, so that voice control works. */
export const nicheLabel = (niche: Niche): string =>
  [placeLabel(niche), niche.nicheCode, niche.status.toLowerCase(), formatAmount(niche.price)].join(', ')

/** The count of each status in the block; the chosen niche counts as selected. */
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
