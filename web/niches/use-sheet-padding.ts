import { type RefObject, useLayoutEffect } from 'react'

/** While the sheet covers the bottom of the window, whatever is scrolled into view or focused stays above it. */
export function useSheetPadding(sheet: RefObject<HTMLElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = sheet.current
    if (!isOpen || !element) return
    const { style } = document.documentElement
    const update = () => {
      const isSheet = getComputedStyle(element).position === 'sticky'
      style.scrollPaddingBottom = isSheet ? `${element.offsetHeight + 8}px` : ''
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [sheet, isOpen])
}
