import { useRef } from 'react'
import { findNicheByText } from './niche-grid.ts'
import type { MapNiche } from './screen-status.ts'

/** Long enough for someone who types with one finger. */
const pauseMs = 1500

/** Collects typed characters and returns the niche that they match so far. */
export function useTypeAhead(niches: readonly MapNiche[]) {
  const typed = useRef({ text: '', at: 0 })
  return ({ key, timeStamp }: { key: string; timeStamp: number }): MapNiche | undefined => {
    if (!/^[\w-]$/.test(key)) return undefined
    const { text, at } = typed.current
    typed.current = { text: timeStamp - at > pauseMs ? key : text + key, at: timeStamp }
    return findNicheByText(niches, typed.current.text)
  }
}
