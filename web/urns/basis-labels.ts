import type { PlacementBasis } from '#contract/urns/placement.ts'

/** What the date on a placement certificate is. */
export const basisLabels: Record<PlacementBasis, string> = {
  place: 'Placed',
  see: 'Seen',
  enter: 'In our register since',
}
