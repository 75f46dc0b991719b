import { useEffect, useLayoutEffect, useRef } from 'react'
import { readPreference } from '#web/ui/preferences.ts'

type Shortcuts = Partial<Record<string, (() => void) | undefined>>

/** Single keys for the whole page, ignored while someone types, a dialog is open, or a modifier is held, and if the clerk has turned them off. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  /** A layout effect runs before the page is painted, so that a key works as soon as its button is seen. */
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')) return
      if (document.querySelector('dialog[open]')) return
      const act = latest.current[event.key]
      if (!act || readPreference('no-shortcuts')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
