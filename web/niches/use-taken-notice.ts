import { useEffect, useEffectEvent } from 'react'
import { type Niche, placeLabel } from '#contract/niches/niche.ts'
import { toast } from '#web/ui/toast.ts'
import { nearestFree } from './niche-grid.ts'

interface Choice {
  selected: Niche | undefined
  niches: readonly Niche[] | undefined
  /** Its change is our own doing. */
  ours: boolean
  onLost: () => void
}

/** Tells whoever has chosen a niche that someone else was quicker, and what is free beside it. */
export function useTakenNotice({ selected, niches, ours, onLost }: Choice) {
  const now = niches?.find(({ nicheID }) => nicheID === selected?.nicheID)
  const isTaken = now !== undefined && now.status !== 'Available' && !ours
  const tell = useEffectEvent(() => {
    if (!now || !niches) return
    toast.warning(takenMessage(now, niches))
    onLost()
  })
  useEffect(() => {
    if (isTaken) tell()
  }, [isTaken])
}

export function takenMessage(niche: Niche, niches: readonly Niche[]): string {
  const free = nearestFree(niches, niche)
  const rest = free ? `Please choose another: ${placeLabel(free)} close by is free.` : 'Please choose another.'
  return `Someone has just taken niche ${niche.nicheCode}. ${rest}`
}
