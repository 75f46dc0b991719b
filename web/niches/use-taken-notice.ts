import { useEffect, useEffectEvent } from 'react'
import { doorLabel } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { toast } from '#web/core/toast.tsx'
import { nearestFree } from './find-niche.ts'
import type { MapNiche } from './screen-status.ts'

interface Choice {
  selected: MapNiche | undefined
  niches: readonly MapNiche[] | undefined
  /** The niche changed because of our own booking. */
  isOwnBooking: boolean
  /** Asks whether the user has booked this niche elsewhere, such as in another tab. */
  isBookedByUser: ((nicheID: string) => Promise<boolean>) | undefined
  onTaken: () => void
}

/** Tells the user that the chosen niche can no longer be booked, and suggests the nearest available one. */
export function useTakenNotice({ selected, niches, isOwnBooking, isBookedByUser, onTaken }: Choice) {
  const now = niches?.find(({ nicheID }) => nicheID === selected?.nicheID)
  const wasFree = selected?.status === 'Available'
  const isTaken = wasFree && now !== undefined && now.status !== 'Available' && !isOwnBooking
  const isOwn = useEffectEvent(async () => now && isBookedByUser?.(now.nicheID))
  const notify = useEffectEvent(() => {
    if (!now || !niches) return
    toast.warning(takenMessage(now, niches))
    onTaken()
  })
  useEffect(() => {
    if (!isTaken) return
    let isCurrent = true
    void isOwn().then((own) => isCurrent && !own && notify())
    return () => {
      isCurrent = false
    }
  }, [isTaken])
}

export function takenMessage(niche: MapNiche, niches: readonly MapNiche[]): string {
  const free = nearestFree(niches, niche)
  const rest = free ? t`Please choose another: ${doorLabel(free)} close by is free.` : t`Please choose another.`
  /** Any other status may have been set by staff. */
  const isTaken = niche.status === 'Pending'
  const what = isTaken
    ? t`Someone has just taken niche ${niche.nicheCode}.`
    : t`Niche ${niche.nicheCode} is not available any more.`
  return `${what} ${rest}`
}
