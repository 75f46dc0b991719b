import { useEffect, useRef } from 'react'

/** A new step on the same page scrolls to its top and takes the focus, so that screen readers start there. */
export function useStepFocus<E extends HTMLElement>() {
  const top = useRef<E>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    top.current?.focus({ preventScroll: true })
  }, [])
  return top
}
