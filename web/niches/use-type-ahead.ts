import { useRef } from 'react'
import type { Niche } from '#contract/niches/niche.ts'
import { findNicheByText } from './niche-grid.ts'

/** Long enough for someone who types with one finger. */
const pauseMs = 1500

/** Collects typed characters and returns the niche that they match so far. */
export function useTypeAhead(niches: readonly Niche[]) {
  const typed = useRef({ text: '', at: 0 })
  return ({ key, timeStamp }: { key: string; timeStamp: number }): Niche | undefined => {
    if (!/^[\w-]$/.test(key)) return undefined
    const { text, at } = typed.current
    typed.current = { text: timeStamp - at > pauseMs ? key : text + key, at: timeStamp }
    return findNicheByText(niches, typed.current.text)
  }
}
