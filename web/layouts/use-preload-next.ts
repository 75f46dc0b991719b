import { useEffect } from 'react'
import { removeFailedStyle } from '#web/load-chunk.ts'

const firstUse = ['pointerdown', 'keydown', 'input'] as const

/** Loads the pages that usually follow as soon as someone uses this one, so that opening them takes no time. */
export function usePreloadNext(loadNext: readonly (() => Promise<unknown>)[] = []) {
  useEffect(() => {
    const used = new AbortController()
    const preload = () => {
      used.abort()
      /** If this fails, opening the page tries again and says so. */
      for (const load of loadNext) load().catch(removeFailedStyle)
    }
    for (const event of firstUse) addEventListener(event, preload, { signal: used.signal, passive: true })
    return () => used.abort()
  }, [loadNext])
}
