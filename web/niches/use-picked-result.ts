import { useEffect, useEffectEvent, useRef } from 'react'
import type { MapNiche } from './screen-status.ts'

/** Calls `onArrival` once for each picked search result, when its block is on the map. */
export function usePickedResult<N extends MapNiche>(
  goTo: { nicheID: string } | undefined,
  niches: readonly N[] | undefined,
  onArrival: (niche: N) => void,
) {
  const handled = useRef<typeof goTo>(undefined)
  const picked = niches?.find(({ nicheID }) => nicheID === goTo?.nicheID)
  const arrive = useEffectEvent(() => {
    if (!picked || handled.current === goTo) return
    handled.current = goTo
    onArrival(picked)
  })
  const isThere = picked !== undefined
  useEffect(() => {
    if (isThere && goTo) arrive()
  }, [isThere, goTo])
}
