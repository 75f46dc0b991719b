import type { Page } from '@playwright/test'
import { findLayoutProblems } from './find-layout-problems.ts'

const height = 844
const widths = Array.from({ length: 71 }, (_, step) => 320 + 16 * step)

/** What is wrong at any width from a small phone to a desk, and with the text at twice its size: `broken at 768, 784 and 3 more`. */
export async function sweepWidths(page: Page): Promise<string[]> {
  const seen = new Map<string, string[]>()
  const browser = await page.context().newCDPSession(page)
  // Four fifths of the time that `page.setViewportSize` takes, because nothing waits for the next picture.
  const setWidth = (width: number) =>
    browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
  const look = async (width: number, size = '') => {
    await setWidth(width)
    for (const problem of await findLastingProblems(page)) {
      const place = problem.startsWith('the page is') ? 'the page scrolls sideways' : problem.replace(/is \d+ px/, 'is')
      seen.set(place, [...(seen.get(place) ?? []), `${width}${size}`])
    }
  }
  for (const width of widths) await look(width)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const width of [390, 1280]) await look(width, ' with large text')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  return [...seen].map(([problem, at]) => `${problem}: at ${at.join(', ')}`)
}

/** A row with `content-visibility: auto` is laid out up to two frames after it comes into view, and until then seems to lie on the next one. */
async function findLastingProblems(page: Page) {
  const atOnce = await page.evaluate(findLayoutProblems)
  if (atOnce.length === 0) return atOnce
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(findLayoutProblems)
}
