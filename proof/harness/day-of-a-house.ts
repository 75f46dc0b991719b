import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, firefox, type Locator, type Page } from '@playwright/test'
import { type DemoAccount, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { demoPeople } from '#server/seed/demo-people.ts'
import { bookAtCounter } from '#test/e2e/counter-bookings.ts'
import { signIn } from '#test/e2e/demo-sessions.ts'
import { firstDaysOfMonths, listUnnamedDifferences } from '#test/lunar-differences.ts'
import { writeInIntl } from '#test/write-in-intl.ts'
import { findRelease, releaseNiche } from '../../bench/journeys/admin-after-a-release.ts'
import { closeTheDrawer } from '../../bench/journeys/clerk-closes-the-drawer.ts'
import { decideOnQueue } from '../../bench/journeys/clerk-with-a-queue.ts'
import { CountedPage } from '../../bench/journeys/counted-page.ts'
import { bookAtTheCounter } from '../../bench/journeys/family-at-the-counter.ts'
import { chooseADay } from '../../bench/journeys/family-chooses-a-day.ts'
import { bookForMother } from '../../bench/journeys/family-on-a-phone.ts'
import { approveForUrn, receiveAndPlace } from '../../bench/journeys/two-at-the-wall.ts'
import { countBlock, importParish } from '../../bench/journeys/two-count-a-block.ts'
import { findFirefox, findTestBrowser } from '../../scripts/system-tools.mjs'
import { bookForFather } from './son-on-an-iphone.ts'
import { openWebKit } from './webkit.ts'

const phoneScreen = { viewport: { width: 390, height: 844 } }
const desktopScreen = { viewport: { width: 1280, height: 900 } }
const queueLength = 6
/** Each family chooses another free niche, so that they do not compete. */
const choices = [7, 14, 21] as const
/** The number is random, because numbers of people must differ from those of earlier runs. */
const newNumber = () => String(Math.floor(Math.random() * 9_000_000) + 1_000_000)

type Who = DemoAccount | 'a visitor'

/** Three families and two people at the wall on phones, a clerk and an admin at desktops, in three browsers. */
export async function openDay(url: string) {
  const browsers = {
    chromium: await chromium.launch({ executablePath: findTestBrowser() }),
    firefox: await openFirefox(),
  }
  const sessions = await signInStaff(browsers.chromium, url)
  const broken: string[] = []

  const openContext = (who: Who, screen: object = {}, browser: keyof typeof browsers = 'chromium') => {
    const storageState = sessions.get(who)
    return browsers[browser].newContext({ ...contextOptions(url), ...screen, ...(storageState && { storageState }) })
  }
  const open = async (who: Who, screen: object, browser?: keyof typeof browsers) =>
    watch(await (await openContext(who, screen, browser)).newPage(), broken, browser === 'firefox')
  const requests = { clerk: (await openContext('staff')).request, admin: (await openContext('admin')).request }
  const webKit = await openWebKit()
  const close = () => Promise.all([...Object.values(browsers), webKit].map((browser) => browser.close()))
  return { url, open, iPhone: webKit.page, close, broken, requests }
}

const openFirefox = () =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox-relay.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX: findFirefox() ?? '' },
  })

type Day = Awaited<ReturnType<typeof openDay>>

const contextOptions = (baseURL: string) => ({
  baseURL,
  ignoreHTTPSErrors: true,
  locale: 'en-SG',
  timezoneId: 'Asia/Singapore',
})

/** A code works only once, so each signs in once and has the session on all devices. */
async function signInStaff(browser: Browser, url: string) {
  const sessions = new Map<Who, Awaited<ReturnType<BrowserContext['storageState']>>>()
  for (const { username, email, totp } of demoPeople.filter(({ role }) => role !== 'user')) {
    const context = await browser.newContext(contextOptions(url))
    await signIn(context.request, email, demoPassword, totp)
    sessions.set(username, await context.storageState())
    await context.close()
  }
  return sessions
}

/** Notes what a person would see fail: a script that ends in an error, or a call that the server could not answer. */
function watch(page: Page, broken: string[], isFirefox: boolean) {
  page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500)
      broken.push(`${response.request().method()} ${response.url()} gave ${response.status()}.`)
  })
  return isFirefox ? new TypedPage(page) : new CountedPage(page)
}

/** Playwright fills a field in Firefox in a way that React does not notice, so each key is pressed instead. */
class TypedPage extends CountedPage {
  override async fill(target: Locator, text: string) {
    await super.fill(target, '')
    if ((await target.getAttribute('type')) === 'date') await target.fill(text)
    else await target.pressSequentially(text)
  }
}

/** The days that the calendars of Firefox and WebKit write otherwise than the table of lunar dates, besides those that it names. */
export async function listLunarDifferences({ open, iPhone }: Day) {
  const { page } = await open('a visitor', phoneScreen, 'firefox')
  const written = [
    await page.evaluate(writeInIntl, firstDaysOfMonths),
    await iPhone.run(writeInIntl, firstDaysOfMonths),
  ]
  await page.context().close()
  return written.flatMap((each) => listUnnamedDifferences(firstDaysOfMonths, each))
}

/** Prepares what exists before the house opens. */
export async function prepareDay({ requests: { clerk, admin } }: Day) {
  for (let each = 0; each < queueLength; each++) await bookAtCounter(clerk, { type: each % 2 ? 'PreOrder' : 'Current' })
  return {
    urns: [await approveForUrn(clerk), await approveForUrn(clerk)],
    /** This family comes to the counter again during the day. */
    family: await bookAtCounter(clerk),
    released: await releaseNiche(clerk),
    blockID: await importParish(admin),
  }
}

/** Acts the day from opening to closing; returns the bookings whose receipts the families have seen. */
export async function actDay(day: Day, { urns, family, released, blockID }: Awaited<ReturnType<typeof prepareDay>>) {
  const daughters = [
    await day.open('a visitor', phoneScreen),
    await day.open('a visitor', phoneScreen, 'firefox'),
  ] as const
  const wall = [await day.open('staff', phoneScreen), await day.open('admin', phoneScreen, 'firefox')] as const
  const [clerk, admin] = [await day.open('staff', desktopScreen), await day.open('admin', desktopScreen, 'firefox')]

  const receipts = await Promise.all([
    bookAndSee(daughters[0], choices[0]),
    bookAndSee(daughters[1], choices[1]),
    bookForFather(day.iPhone, day.url, newNumber(), choices[2]),
    atTheWall(wall, urns, blockID),
    atTheCounter(clerk, family.nric),
    findRelease(admin, released),
  ]).then(([first, second, third]) => [first, second, third])
  for (const bookingID of receipts) await approve(clerk, bookingID)
  await Promise.all(daughters.map(chooseADay))
  await closeTheDrawer(clerk, admin)
  for (const { page } of [...daughters, ...wall, clerk, admin]) await page.context().close()
  return receipts
}

async function bookAndSee(daughter: CountedPage, choice: number) {
  await bookForMother(daughter, newNumber(), choice)
  return new URL(daughter.page.url()).searchParams.get('bookingID') ?? ''
}

async function atTheWall(
  [first, second]: readonly [CountedPage, CountedPage],
  urns: Awaited<ReturnType<typeof approveForUrn>>[],
  blockID: string,
) {
  for (const urn of urns) await receiveAndPlace(first, second, urn)
  for (const person of [first, second]) await countBlock(person, blockID)
}

async function atTheCounter(clerk: CountedPage, nric: string) {
  await decideOnQueue(clerk, queueLength)
  await bookAtTheCounter(clerk, nric)
}

async function approve(clerk: CountedPage, bookingID: string) {
  await clerk.open(`/booking-approval/${bookingID}`)
  await clerk.tap(clerk.page.getByRole('button', { name: 'Approve Request' }))
  await clerk.see(clerk.page.getByText('Booking approved!'))
}

/** A control: one family books on a phone, and may fail. */
export async function tryToBook(day: Day) {
  const phone = await day.open('a visitor', phoneScreen)
  phone.page.setDefaultTimeout(10_000)
  await bookForMother(phone, newNumber()).catch(() => undefined)
}
