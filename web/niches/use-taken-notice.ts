import { useEffect, useEffectEvent } from 'react'
import { type Niche, placeOf } from '#contract/niches/niche.ts'
import { toast } from '#web/ui/toast.ts'
import { nearestFree } from './facade.ts'

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
    toast.warning(takenWords(now, niches))
    onLost()
  })
  useEffect(() => {
    if (isTaken) tell()
  }, [isTaken])
}

export function takenWords(niche: Niche, niches: readonly Niche[]): string {
  const free = nearestFree(niches, niche)
  const rest = free ? `Please choose another: ${placeOf(free)} close by is free.` : 'Please choose another.'
  return `Someone has just taken niche ${niche.nicheCode}. ${rest}`
}
