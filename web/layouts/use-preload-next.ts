import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { removeFailedStyle } from '#web/core/load-chunk.ts'
import { loadNextPages } from './next-pages.ts'

const firstUse = ['pointerdown', 'keydown', 'input'] as const

/** Loads the pages that usually follow as soon as someone uses this one, so that opening them takes no time. */
export function usePreloadNext() {
  const { pathname } = useLocation()
  useEffect(() => {
    const used = new AbortController()
    const preload = () => {
      used.abort()
      /** If this fails, opening the page tries again and says so. */
      for (const loading of loadNextPages(pathname)) loading.catch(removeFailedStyle)
    }
    for (const event of firstUse) addEventListener(event, preload, { signal: used.signal, passive: true })
    return () => used.abort()
  }, [pathname])
}
