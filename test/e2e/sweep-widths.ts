import type { CDPSession, Page } from '@playwright/test'
import { copyPage, removeCopy } from './copy-page.ts'
import { findLayoutProblems } from './find-layout-problems.ts'
import { withWideIDs } from './wide-ids.ts'

const height = 844
const step = 16

/** The widths from which on the page is copied again, because its scripts show something else (`useMediaQuery`). */
export const copiedFrom = [320, 640, 768]
const everyWidth = Array.from({ length: 71 }, (_, number) => 320 + step * number)

/**
 * What is wrong at any width from a small phone to a desk, and with the text at twice its size: `broken: at 768, 784`. `look` is called at
 * each width that the window itself has, with text of the usual size.
 */
export const sweepWidths = (page: Page, look?: (width: number) => Promise<void>): Promise<string[]> =>
  withWideIDs(page, () => sweep(page, look))

async function sweep(page: Page, look?: (width: number) => Promise<void>): Promise<string[]> {
  const found = new Findings()
  const browser = await page.context().newCDPSession(page)
  for (const from of copiedFrom) {
    found.add(await lookAtWindow(page, browser, from), `${from}`)
    await look?.(from)
    for (const { width, problems } of await measureCopy(page, within(from, everyWidth))) found.add(problems, `${width}`)
  }
  for (const width of [390, 1280]) {
    if (look) {
      await setWindow(page, browser, width)
      await look(width)
    }
    await scaleText(browser, 2)
    found.add(await lookAtWindow(page, browser, width), `${width} with large text`)
    await scaleText(browser, 1)
  }
  await browser.detach()
  return found.list()
}

class Findings {
  #widths = new Map<string, Set<string>>()

  add(problems: string[], at: string) {
    for (const problem of problems) {
      const place = problem.startsWith('the page is') ? 'the page scrolls sideways' : problem.replace(/is \d+ px/, 'is')
      this.#widths.set(place, (this.#widths.get(place) ?? new Set()).add(at))
    }
  }

  list = () => [...this.#widths].map(([problem, widths]) => `${problem}: at ${[...widths].join(', ')}`)
}

/** The widths at which scripts show what they show at `from`. */
const within = (from: number, widths: number[]) =>
  widths.filter((width) => copiedFrom.findLast((each) => each <= width) === from)

const scaleText = (browser: CDPSession, by: number) =>
  browser.send('Page.setFontSizes', { fontSizes: { standard: 16 * by, fixed: 13 * by } })

async function lookAtWindow(page: Page, browser: CDPSession, width: number) {
  await setWindow(page, browser, width)
  return page.evaluate(findLayoutProblems)
}

async function setWindow(page: Page, browser: CDPSession, width: number) {
  // This takes four fifths of the time of `page.setViewportSize`, because nothing waits for the next picture.
  await browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false })
  // Scripts hear of a new width in the next frame, and a row with `content-visibility: auto` is laid out in the one after.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** All widths are measured in a copy before anything is painted, and no window changes its size: half the processor time. */
async function measureCopy(page: Page, widths: number[]) {
  const copy = await copyPage(page)
  await copy.evaluate(`window.findLayoutProblems = ${findLayoutProblems}`)
  const found = await copy.evaluate(measureAll, widths)
  await removeCopy(page)
  return found
}

/** Runs in the copy, so it can use nothing that is declared outside it. */
function measureAll(widths: number[]) {
  const own = window as unknown as { findLayoutProblems: () => string[]; frameElement: HTMLIFrameElement }
  return widths.map((width) => {
    own.frameElement.style.width = `${width}px`
    return { width, problems: own.findLayoutProblems() }
  })
}
