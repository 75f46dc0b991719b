import { expect, type Page, test } from '@playwright/test'
import type { Niche } from '#contract/niches/niche.ts'
import { sessionOf } from './demo-sessions.ts'
import { holdRequests } from './intercept-requests.ts'

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

/** The prices of the block in the picture of the halls: its lowest and its highest. */
const ofFacade = 2

interface Counted {
  /** Each cell formats its price once whenever it is drawn, so this counts what React draws. */
  renders: number
  /** The niches in the first frame that shows any. */
  first: (string | undefined)[]
  isPainted: boolean
}

const counted = (page: Page) => page.evaluate(() => (window as unknown as { counted: Counted }).counted)

const eventStream = (...events: object[]) => ({
  contentType: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
})

/** Opens the page, counts what it draws, and holds back its niches until the returned function is called. */
async function openLargeMap(page: Page, reply = () => wall) {
  await page.addInitScript(() => {
    const counted: Counted = { renders: 0, first: [], isPainted: false }
    Object.assign(window, { counted })
    const getter = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')?.get
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        counted.renders += 1
        return getter?.call(this)
      },
    })
    new MutationObserver((_, observer) => {
      const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')]
      if (counted.first.length === 0) counted.first = cells.map((cell) => cell.dataset.niche)
      if (cells.length < 2000) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(counted, { isPainted: true })))
    }).observe(document, { childList: true, subtree: true })
  })
  const sendNiches = await holdRequests(page, '**/api/niche/niches/*', (route) => route.fulfill({ json: reply() }))
  await page.goto('/niche-management')
  await expect(page.getByText('Drawing the map...')).toBeVisible()
  return async () => {
    sendNiches()
    await expect.poll(async () => (await counted(page)).isPainted).toBe(true)
  }
}

test('a map of two thousand niches draws each niche once, and those in sight first', async ({ page }) => {
  await page.route('**/api/niche/events/*', (route) => route.abort())
  const showNiches = await openLargeMap(page)
  const before = (await counted(page)).renders
  await showNiches()
  const { renders, first } = await counted(page)
  expect(renders - before).toBeGreaterThanOrEqual(rows * columns)
  // On a busy machine React interrupts a row and begins it again; drawing the map again would be twice as much.
  expect(renders - before).toBeLessThan(1.5 * rows * columns)
  const inSight = await page.getByRole('gridcell').evaluateAll((cells) => {
    const frame = cells[0]?.closest('[data-zoom]')?.getBoundingClientRect() ?? new DOMRect()
    const isInSight = ({ left, top }: DOMRect) => left < frame.right && top < frame.bottom
    return cells
      .filter((cell) => isInSight(cell.getBoundingClientRect()))
      .map((cell) => (cell as HTMLElement).dataset.niche)
  })
  expect(inSight.filter((nicheID) => !first.includes(nicheID))).toEqual([])
  expect(inSight.length).toBeGreaterThan(100)
  expect(first.length).toBeLessThan(wall.length / 4)
})

test('a map of two thousand niches redraws only the niche that changes', async ({ page }) => {
  const changed = wall.map((niche, index) => (index === 777 ? { ...niche, status: 'Pending' as const } : niche))
  let now = wall
  let isSent = false
  const sendEvent = await holdRequests(page, '**/api/niche/events/*', (route) => {
    /** The map follows again after a second, and would draw the block again. */
    if (isSent) return new Promise(() => undefined)
    isSent = true
    now = changed
    return route.fulfill(eventStream({ kind: 'block', niches: wall }, { kind: 'niche', niche: changed[777] ?? {} }))
  })
  const showNiches = await openLargeMap(page, () => now)
  await showNiches()
  const before = (await counted(page)).renders
  sendEvent()
  await expect(page.locator('[data-niche="niche-777"]')).toHaveAttribute('data-status', 'pending')
  const drawn = (await counted(page)).renders - before
  expect([drawn >= 1, drawn <= 1 + ofFacade]).toEqual([true, true])
})
