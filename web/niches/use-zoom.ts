import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const steps = [0.6, 0.8, 1, 1.35, 1.8]
const smallest = steps[0] ?? 1
const largest = steps.at(-1) ?? 1

/** Zooms by buttons, pinch or Ctrl and wheel, and keeps the middle of the map in place. */
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

  /** React adds wheel and touch listeners as passive ones, which cannot stop the page from zooming too. */
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let lastDistance: number | undefined
    const zoomBy = (factor: number) => setZoom((last) => Math.min(largest, Math.max(smallest, last * factor)))
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY / 200))
    }
    const onTouch = (event: TouchEvent) => {
      const distance = distanceOf(event.touches)
      if (distance !== undefined) event.preventDefault()
      if (distance !== undefined && lastDistance !== undefined) zoomBy(distance / lastDistance)
      lastDistance = distance
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
