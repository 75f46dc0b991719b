import { expect, type Page } from '@playwright/test'

interface Moves {
  what: string[]
  /** The calls whose reply is not on the screen yet. */
  open: number
}

/**
 * Remembers what moves on the pages that are opened from now on. There, a reply waits until the page that asked and the reply before it
 * are on the screen, so that a page moves wherever it would move on a slow network.
 */
export const watchMoves = (page: Page) => page.addInitScript(watch)

/** What has moved on this page since it was opened, although nobody has pressed anything. */
export async function findMoves(page: Page): Promise<string[]> {
  const read = () => page.evaluate(() => (window as unknown as { moves: Moves }).moves)
  await expect.poll(async () => (await read()).open).toBe(0)
  return [...new Set((await read()).what)]
}

/** Runs in the page, so it can use nothing that is declared outside it. */
function watch() {
  const moves: Moves = { what: [], open: 0 }
  /** In CSS pixels. A press is lost when what it began on has moved away before it ends. */
  const least = 6
  Object.assign(window, { moves })
  const nameOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    return `<${element?.tagName.toLowerCase()} class="${element?.getAttribute('class') ?? ''}"> "${node.textContent?.slice(0, 30)}"`
  }
  /** Nobody reads or presses what stands for something that loads. It is gone when its move is told. */
  const isPlaceholder = (node: Node) => node instanceof Element && node.closest('[class*=_loading]') !== null
  interface Shift {
    startTime: number
    hadRecentInput: boolean
    sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  /** What leaves the window has an empty rectangle afterwards, and what comes into it had one before. */
  const hasMoved = (from: DOMRect, to: DOMRect) =>
    from.height > 0 && (to.height === 0 || Math.abs(to.x - from.x) >= least || Math.abs(to.y - from.y) >= least)
  /** What the fonts of this machine move when the web fonts come after them is no fault of the page; `fonts.spec.ts` watches those of phones. */
  let fontsShownAt = Number.POSITIVE_INFINITY
  const fontsShown = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    .then(() => Promise.allSettled([...document.fonts].map((font) => font.load())))
    .then(() => twoFrames())
    .then(() => {
      fontsShownAt = performance.now()
    })
  /** A move of an urn may wait for the clerk at any time, so what its banner moves is no fault of the page. */
  let hadBanner = false
  new PerformanceObserver((list) => {
    const hasBanner = document.querySelector('[class*=_banner] > div') !== null
    const bannerCame = hasBanner && !hadBanner
    hadBanner = hasBanner
    if (bannerCame) return
    for (const { startTime, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      if (startTime < fontsShownAt || hadRecentInput) continue
      for (const { node, previousRect: from, currentRect: to } of sources)
        if (node && !isPlaceholder(node) && hasMoved(from, to))
          moves.what.push(`${nameOf(node)} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })

  const { fetch } = window
  let last: Promise<unknown> = Promise.resolve()
  window.fetch = (...request) => {
    moves.open += 1
    const reply = Promise.all([fetch(...request), isShown(), last]).then(([answer]) => answer)
    last = reply
      .catch(() => undefined)
      .then(isShown)
      .then(() => {
        moves.open -= 1
      })
    return reply
  }
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  /** Waits until the page has nothing to do, and what it has done is painted. */
  const isShown = () => fontsShown.then(() => new Promise((resolve) => requestIdleCallback(resolve))).then(twoFrames)
}
