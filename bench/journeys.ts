import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type DemoAccount, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { createContext } from '#server/core/context.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { adminEmail } from '#test/admin-options.ts'
import { createCaller } from '#test/caller.ts'
import { bookAtCounter } from '#test/e2e/counter-bookings.ts'
import { signIn } from '#test/e2e/demo-sessions.ts'
import { choosePassword, enterPassword, setUpAndSignIn } from '#test/e2e/first-sign-in.ts'
import { startProductionServer } from '#test/e2e/production-server.ts'
import { createAdmin } from '#test/e2e/production-settings.ts'
import { finishFirstSteps } from '#test/first-steps.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import { findChromium } from '../scripts/system-tools.mjs'
import type { Bench } from './harness/bench.ts'
import { findRelease, releaseNiche } from './journeys/admin-after-a-release.ts'
import { publishFirstBlock } from './journeys/admin-of-a-new-house.ts'
import { closeTheDrawer } from './journeys/clerk-closes-the-drawer.ts'
import { denyBooking } from './journeys/clerk-denies.ts'
import { decideOnQueue, fillQueue } from './journeys/clerk-with-a-queue.ts'
import { CountedPage, throttleNetwork } from './journeys/counted-page.ts'
import { bookAtTheCounter } from './journeys/family-at-the-counter.ts'
import { chooseADay } from './journeys/family-chooses-a-day.ts'
import { bookForMother } from './journeys/family-on-a-phone.ts'
import { approveForUrn, receiveAndPlace } from './journeys/two-at-the-wall.ts'
import { countBlock, importParish } from './journeys/two-count-a-block.ts'

const number = String(Date.now()).slice(-7)

/** Counts taps, fields, scrolling and waits of ten tasks in a real browser. docs/MEASURED.md compares them with earlier versions. */
export const bench: Bench = async ({ figure }) => {
  const server = await startServer({ COLUMBA_MODE: 'demo' })
  const browser = await chromium.launch({ executablePath: findChromium() })
  const contextOf = openContexts(browser, server.url)
  const reportWaits = async (name: 'phone' | 'queue' | 'counter' | 'release', person: CountedPage) => {
    const { taps, fields, waits, seconds } = person.count
    figure(`${name}.taps`, taps)
    figure(`${name}.fields`, fields)
    figure(`${name}.waits`, waits)
    figure(`${name}.seconds`, Math.round(seconds * 10) / 10)
    console.log(person.waited.join('\n'))
    await closePages(person)
  }
  type Task = 'day' | 'denial' | 'placement' | 'drawer' | 'stock_take' | 'new_house'
  /** Together, if two people share the task. */
  const report = async (name: Task, ...people: CountedPage[]) => {
    const sum = (what: 'taps' | 'fields' | 'pixels') => people.reduce((sum, { count }) => sum + count[what], 0)
    for (const what of ['taps', 'fields', 'pixels'] as const) figure(`${name}.${what}`, sum(what))
    await closePages(...people)
  }
  try {
    const phone = await contextOf(phoneScreen)
    const daughter = new CountedPage(await phone.newPage())
    await throttleNetwork(await phone.newCDPSession(daughter.page))
    await bookForMother(daughter, number)
    await reportWaits('phone', daughter)

    const counter = await contextOf({}, 'staff')
    const clerkPage = async () => new CountedPage(await counter.newPage())
    await fillQueue(counter.request)
    const clerk = await clerkPage()
    await decideOnQueue(clerk)
    await reportWaits('queue', clerk)

    const daughterLater = new CountedPage(await phone.newPage())
    await chooseADay(daughterLater)
    await report('day', daughterLater)

    const second = await clerkPage()
    await bookAtTheCounter(second, `S${number}F`)
    await reportWaits('counter', second)

    const nicheCode = await releaseNiche(counter.request)
    const office = await contextOf({}, 'admin')
    const adminPage = async () => new CountedPage(await office.newPage())
    const admin = await adminPage()
    await findRelease(admin, nicheCode)
    await reportWaits('release', admin)

    const unreadable = await bookAtCounter(counter.request)
    const denying = await clerkPage()
    await denyBooking(denying, unreadable)
    await report('denial', denying)

    const closing = [await clerkPage(), await adminPage()] as const
    await closeTheDrawer(...closing)
    await report('drawer', ...closing)

    const atTheWall = [await clerkPage(), await adminPage()] as const
    for (const { page } of atTheWall) await page.setViewportSize(phoneScreen.viewport)
    await receiveAndPlace(...atTheWall, await approveForUrn(counter.request))
    await report('placement', ...atTheWall)

    const blockID = await importParish(office.request)
    const counting = [await clerkPage(), await adminPage()] as const
    for (const person of counting) {
      await person.page.setViewportSize(phoneScreen.viewport)
      await countBlock(person, blockID)
    }
    await report('stock_take', ...counting)

    await report('new_house', await openNewHouse(browser))
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A browser opens six connections to a server, and each open page of staff keeps one for what it follows. */
async function closePages(...people: CountedPage[]) {
  for (const { page } of people) await page.close()
}

const phoneScreen = { viewport: { width: 390, height: 844 } }

/** An empty production house, whose admin has signed in. */
async function openNewHouse(browser: Browser): Promise<CountedPage> {
  const server = await startProductionServer()
  try {
    const page = await browser.newPage({ baseURL: server.url })
    await choosePassword(page, createAdmin(server.environment))
    await enterPassword(page, adminEmail)
    await setUpAndSignIn(page, adminEmail)
    const admin = new CountedPage(page)
    await publishFirstBlock(admin, async () => {
      const cookies = await page.context().cookies()
      const caller = createCaller(server.app, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
      await finishFirstSteps({ context: createContext(server.services) }, caller)
    })
    return admin
  } finally {
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
