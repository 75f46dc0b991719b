import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type DemoAccount, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { signIn } from '#test/e2e/demo-sessions.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import { findChromium } from '../scripts/system-tools.mjs'
import type { Bench } from './harness/bench.ts'
import { findRelease, releaseNiche } from './journeys/admin-after-a-release.ts'
import { decideOnQueue, fillQueue } from './journeys/clerk-with-a-queue.ts'
import { type Count, CountedPage, throttleNetwork } from './journeys/counted-page.ts'
import { bookAtTheCounter } from './journeys/family-at-the-counter.ts'
import { bookForMother } from './journeys/family-on-a-phone.ts'

const number = String(Date.now()).slice(-7)

/** Counts taps, fields and waits of four tasks in a real browser. docs/MEASURED.md compares them with earlier versions. */
export const bench: Bench = async ({ figure }) => {
  const server = await startServer({ COLUMBA_MODE: 'demo' })
  const browser = await chromium.launch({ executablePath: findChromium() })
  const contextOf = openContexts(browser, server.url)
  const report = (name: 'phone' | 'queue' | 'counter' | 'release', { taps, fields, waits, seconds }: Count) => {
    figure(`${name}.taps`, taps)
    figure(`${name}.fields`, fields)
    figure(`${name}.waits`, waits)
    figure(`${name}.seconds`, Math.round(seconds * 10) / 10)
  }
  try {
    const phone = await contextOf({ viewport: { width: 390, height: 844 } })
    const daughter = new CountedPage(await phone.newPage())
    await throttleNetwork(await phone.newCDPSession(daughter.page))
    await bookForMother(daughter, number)
    report('phone', daughter.count)

    const counter = await contextOf({}, 'staff')
    await fillQueue(counter.request)
    const clerk = new CountedPage(await counter.newPage())
    await decideOnQueue(clerk)
    report('queue', clerk.count)

    const second = new CountedPage(await counter.newPage())
    await bookAtTheCounter(second, `S${number}F`)
    report('counter', second.count)

    const nicheCode = await releaseNiche(counter.request)
    const admin = new CountedPage(await (await contextOf({}, 'admin')).newPage())
    await findRelease(admin, nicheCode)
    report('release', admin.count)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Opens contexts on this server, signed in as a demo account if one is named. */
function openContexts(browser: Browser, baseURL: string) {
  return async (options: object, who?: DemoAccount): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL, locale: 'en-SG', timezoneId: 'Asia/Singapore', ...options })
    const person = demoPeople.find(({ username }) => username === who)
    if (person) await signIn(context.request, person.email, demoPassword, person.totp)
    return context
  }
}
