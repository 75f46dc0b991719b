import { useEffect, useRef } from 'react'

/** A step that replaces another without leaving the page begins at its top, for eyes and for ears. */
export function useStepFocus<E extends HTMLElement>() {
  const top = useRef<E>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    top.current?.focus({ preventScroll: true })
  }, [])
  return top
}
