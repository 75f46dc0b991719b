import { doorLabel, toBareCode } from '#contract/niches/niche.ts'
import type { MapNiche } from './screen-status.ts'

/** The niche for typed text: its label (`3-5`), its code with or without hyphens, or the beginning of either. */
export function findNicheByText(niches: readonly MapNiche[], typed: string): MapNiche | undefined {
  const wanted = typed.toUpperCase()
  const bare = toBareCode(typed)
  if (!bare) return undefined
  return (
    niches.find((niche) => upperLabel(niche) === wanted) ??
    niches.find((niche) => toBareCode(niche.nicheCode) === bare) ??
    niches.find((niche) => upperLabel(niche).startsWith(wanted)) ??
    niches.find((niche) => toBareCode(niche.nicheCode).startsWith(bare))
  )
}

/** The label is in upper case, because a half has a small letter. */
const upperLabel = (niche: MapNiche) => doorLabel(niche).toUpperCase()

/** The nearest available niche, to offer instead of one that was taken. */
export function nearestFree(niches: readonly MapNiche[], gone: MapNiche): MapNiche | undefined {
  const distance = ({ nicheColumn, nicheRow }: MapNiche) =>
    Math.hypot(nicheColumn - gone.nicheColumn, nicheRow - gone.nicheRow)
  return niches
    .filter(({ status, nicheID }) => status === 'Available' && nicheID !== gone.nicheID)
    .reduce<MapNiche | undefined>(
      (best, niche) => (best && distance(best) <= distance(niche) ? best : niche),
      undefined,
    )
}
