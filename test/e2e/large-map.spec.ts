import { expect, type Page, test } from '@playwright/test'
import type { Niche } from '#contract/niches/niche.ts'
import { sessionOf } from './people.ts'

test.use({ storageState: sessionOf('admin') })

const [rows, columns] = [40, 50]
const wall: Niche[] = Array.from({ length: rows * columns }, (_, index) => ({
  nicheID: `niche-${index}`,
  blockID: 'TH-1A',
  nicheCode: `TH-1A-${index}`,
  nicheRow: Math.floor(index / columns) + 1,
  nicheColumn: (index % columns) + 1,
  status: index % 3 === 0 ? 'Occupied' : 'Available',
  price: '3800.00',
}))

interface Counted {
  /** Each cell formats its price once whenever it is drawn, so this counts what React draws. */
  drawn: number
  cellsAt: number
}

/** A block of two thousand niches in place of the demo's, and a count of what is drawn. */
async function openLargeMap(page: Page) {
  await page.addInitScript(() => {
    const counted = { drawn: 0, cellsAt: 0 }
    Object.assign(window, { counted })
    const getter = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')?.get
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        counted.drawn += 1
        return getter?.call(this)
      },
    })
    new MutationObserver(() => {
      if (counted.cellsAt > 0 || document.querySelectorAll('[role=gridcell]').length < 2000) return
      requestAnimationFrame(() => setTimeout(() => Object.assign(counted, { cellsAt: performance.now() })))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.route('**/api/niche/niches/*', (route) => route.fulfill({ json: wall }))
  await page.goto('/niche-management')
  await expect.poll(async () => (await counted(page)).cellsAt).toBeGreaterThan(0)
}

const counted = (page: Page) => page.evaluate(() => (window as unknown as { counted: Counted }).counted)

const eventStream = (...events: object[]) => ({
  contentType: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
})

test('two thousand niches are drawn a moment after they are there', async ({ page }) => {
  await page.route('**/api/niche/events/*', (route) => route.fulfill(eventStream({ kind: 'block', niches: wall })))
  await openLargeMap(page)
  const ms = await page.evaluate(() => {
    const read = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/niche/niches/'))
    return (window as unknown as { counted: Counted }).counted.cellsAt - (read as PerformanceResourceTiming).responseEnd
  })
  test.info().annotations.push({ type: 'drawn after', description: `${Math.round(ms)} ms` })
  console.log(`2,000 niches drawn ${Math.round(ms)} ms after their data`)
  expect(ms).toBeLessThan(1000)
})

test('of two thousand niches, the one that changes is drawn again and no other', async ({ page }) => {
  let isDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    isDrawn = resolve
  })
  const changed = { ...wall[777], status: 'Pending' }
  await page.route('**/api/niche/events/*', async (route) => {
    await drawn
    await route.fulfill(eventStream({ kind: 'block', niches: wall }, { kind: 'niche', niche: changed }))
  })
  await openLargeMap(page)
  const before = (await counted(page)).drawn
  isDrawn()
  await expect(page.locator('[data-niche="niche-777"]')).toHaveAttribute('data-status', 'pending')
  expect((await counted(page)).drawn - before).toBeLessThanOrEqual(2)
})
