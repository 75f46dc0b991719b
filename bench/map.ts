import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#contract/accounts/demo-accounts.ts'
import { type Niche, placeLabel } from '#contract/niches/niche.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { signIn } from '#test/e2e/demo-sessions.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import { findChromium } from '../scripts/system-tools.mjs'
import type { Bench } from './harness/bench.ts'
import { measureRatios } from './harness/ratio.ts'

type Measure = 'inSight' | 'whole' | 'bare'

const [columns, rows] = [40, 50]
const statuses = ['Available', 'Occupied', 'Reserved', 'Pending', 'Blocked'] as const

const niches = Array.from(
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

/** The time from receiving a block of 2,000 niches to painting the map, compared with a plain table of as many words in the same browser. */
export const bench: Bench = async (run) => {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findChromium() })
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } })
    await signInAsAdmin(context)
    const inNewPage = (work: (page: Page) => Promise<number>) => async () => {
      const page = await context.newPage()
      return work(page).finally(() => page.close())
    }
    await measureRatios(run, { 'map.vs_bare': { ours: inNewPage(paintMap), other: inNewPage(paintPlainTable) } })
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signInAsAdmin({ request }: BrowserContext) {
  const admin = demoPeople.find(({ username }) => username === 'admin')
  if (admin) await signIn(request, admin.email, demoPassword, admin.totp)
}

async function paintMap(page: Page): Promise<number> {
  await page.addInitScript({ path: 'bench/harness/measure-paint.js' })
  await page.route('**/api/niche/events/*', (route) => route.abort())
  await page.route('**/api/niche/niches/*', (route) => route.fulfill({ json: niches }))
  await page.goto('/niche-management')
  await page.waitForFunction(() => window.paintTimes.whole)
  return page.evaluate(() => window.paintTimes.inSight ?? Number.NaN)
}

async function paintPlainTable(page: Page): Promise<number> {
  await page.addInitScript({ path: 'bench/harness/measure-paint.js' })
  await page.goto('about:blank')
  await page.evaluate(([words, columns]) => window.drawPlainTable(words, columns), [
    niches.map(placeLabel),
    columns,
  ] as const)
  await page.waitForFunction(() => window.paintTimes.bare)
  return page.evaluate(() => window.paintTimes.bare ?? Number.NaN)
}

declare global {
  /** The properties that measure-paint.js defines. */
  interface Window {
    paintTimes: Partial<Record<Measure, number>>
    drawPlainTable: (words: readonly string[], columns: number) => void
  }
}
