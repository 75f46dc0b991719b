import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#contract/accounts/demo.ts'
import { type Niche, placeOf } from '#contract/niches/niche.ts'
import { demoPeople } from '#server/seed/people.ts'
import { signIn } from '#test/e2e/people.ts'
import { startServer } from '../scripts/serve.mjs'
import { findChromium } from '../scripts/tools.mjs'
import type { Bench } from './harness/bench.ts'

type Times = 'inSight' | 'whole' | 'bare'

const rounds = 9
const [columns, rows] = [40, 50]
const statuses = ['Available', 'Occupied', 'Reserved', 'Pending', 'Blocked'] as const

const wall = Array.from(
  { length: columns * rows },
  (_, index): Niche => ({
    nicheID: `niche-${index}`,
    blockID: 'TH-1A',
    nicheCode: `TH-1A-${index}`,
    nicheColumn: (index % columns) + 1,
    nicheRow: Math.floor(index / columns) + 1,
    status: statuses[index % statuses.length] ?? 'Available',
    price: '3800.00',
  }),
)

/** From the data of a block of two thousand to a painted map, against a bare table of as many words in the same browser. */
export const bench: Bench = async ({ figure }) => {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findChromium() })
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } })
    await signInAsAdmin(context)
    const seen: Partial<Record<Times, number>>[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await context.newPage()
      seen.push({ ...(await mapDrawn(page)), ...(await bareDrawn(page)) })
      await page.close()
    }
    const of = (name: Times) => median(seen.map((each) => each[name] ?? Number.NaN))
    figure('map.in_sight_ms', Math.round(of('inSight')))
    figure('map.whole_ms', Math.round(of('whole')))
    figure('map.bare_ms', Math.round(of('bare')))
    figure('map.vs_bare', Math.round((100 * of('inSight')) / of('bare')) / 100)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signInAsAdmin({ request }: BrowserContext) {
  const admin = demoPeople.find(({ username }) => username === 'admin')
  if (admin) await signIn(request, admin.email, demoPassword, admin.totp)
}

async function mapDrawn(page: Page) {
  await page.addInitScript({ path: 'bench/harness/paint-clock.js' })
  await page.route('**/api/niche/events/*', (route) => route.abort())
  await page.route('**/api/niche/niches/*', (route) => route.fulfill({ json: wall }))
  await page.goto('/niche-management')
  await page.waitForFunction(() => window.paintClock.whole)
  return page.evaluate(() => ({ ...window.paintClock }))
}

async function bareDrawn(page: Page) {
  await page.goto('about:blank')
  await page.evaluate(([words, columns]) => window.drawBareTable(words, columns), [wall.map(placeOf), columns] as const)
  await page.waitForFunction(() => window.paintClock.bare)
  return page.evaluate(() => window.paintClock)
}

declare global {
  /** Defined by paint-clock.js. */
  interface Window {
    paintClock: Partial<Record<Times, number>>
    drawBareTable: (words: readonly string[], columns: number) => void
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
