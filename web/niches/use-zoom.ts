import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const steps = [0.6, 0.8, 1, 1.35, 1.8]
const smallest = steps[0] ?? 1
const largest = steps.at(-1) ?? 1

/** How large the niches are drawn: by buttons, by two fingers, or by the wheel with Ctrl. What is in the middle stays there. */
export function useZoom(viewport: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const drawn = useRef(1)

  useLayoutEffect(() => {
    const ratio = zoom / drawn.current
    drawn.current = zoom
    const element = viewport.current
    if (!element || ratio === 1) return
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element
    element.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    element.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [zoom, viewport])

  /** React hears these two passively, when it is too late to keep the page from zooming as well. */
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let apart: number | undefined
    const by = (factor: number) => setZoom((last) => Math.min(largest, Math.max(smallest, last * factor)))
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      by(Math.exp(-event.deltaY / 200))
    }
    const onTouch = (event: TouchEvent) => {
      const now = distanceOf(event.touches)
      if (now !== undefined) event.preventDefault()
      if (now !== undefined && apart !== undefined) by(now / apart)
      apart = now
    }
    const options = { passive: false }
    element.addEventListener('wheel', onWheel, options)
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(name, onTouch, options)
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const name of ['touchstart', 'touchmove', 'touchend'] as const) element.removeEventListener(name, onTouch)
    }
  }, [viewport])

  return {
    zoom,
    zoomIn: zoom < largest ? () => setZoom(steps.find((step) => step > zoom) ?? largest) : undefined,
    zoomOut: zoom > smallest ? () => setZoom(steps.findLast((step) => step < zoom) ?? smallest) : undefined,
  }
}

function distanceOf(touches: TouchList): number | undefined {
  const [one, two] = [touches[0], touches[1]]
  return one && two && touches.length === 2
    ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)
    : undefined
}
