import { useEffect, useRef } from 'react'

/** Focuses the first heading of a part of the page and scrolls it into view, so that people and screen readers go on there. */
export function focusHeading(part: Element | null, block: ScrollLogicalPosition = 'start') {
  const heading = part?.querySelector<HTMLElement>('h1, h2, h3')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block })
}

/** A new step on the same page scrolls to its top and focuses its heading, also when `step` changes. */
export function useStepFocus(step = '') {
  const top = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    window.scrollTo(0, 0)
    focusHeading(top.current, 'nearest')
  }, [step])
  return top
}
