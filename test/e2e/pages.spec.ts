import { expect, type Page } from '@playwright/test'
import type { PageAccess } from '#contract/pages.ts'
import { type Role, roles } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { type Longest, test } from './longest-server.ts'
import { sweepWidths } from './sweep-widths.ts'
import { takePictures } from './take-picture.ts'
import { findMoves, watchMoves } from './watch-moves.ts'

const sizes = [320, 390, 768, 1280]

/** Pages that need an id in their address; the others are visited as they are. */
const addresses: Record<string, (bookings: Longest['bookings'], longest: Longest) => string> = {
  '/booking-approval/:bookingID': ({ reopened }) => `/booking-approval/${reopened}`,
  '/person/:bookingID': ({ placed }) => `/person/${placed}`,
  '/my-bookings/:bookingID': ({ approved }) => `/my-bookings/${approved}`,
  '/req-urn-placement': ({ confirmed }) => `/req-urn-placement?bookingID=${confirmed}`,
  '/another-person': ({ confirmed }) => `/another-person?bookingID=${confirmed}`,
  '/appointment': ({ approved }) => `/appointment?bookingID=${approved}`,
  '/placement-certificate': ({ placed }) => `/placement-certificate?bookingID=${placed}`,
  '/shared': (_, { familyTokens }) => `/shared#${familyTokens.link}`,
  '/family-invitation': (_, { familyTokens }) => `/family-invitation#${familyTokens.invitation}`,
  '/end-reminder': () => '/end-reminder#token',
  '/contact-request': (_, { familyTokens }) => `/contact-request#${familyTokens.contact}`,
  '/rights/:number': ({ right }) => `/rights/${right}`,
  '/rights/:number/deed': ({ right }) => `/rights/${right}/deed`,
  '/deed/:code': ({ deed }) => `/deed/${deed}`,
  '/verify-placement': ({ certificate }) => `/verify-placement?code=${certificate}`,
  '/statement/:bookingID': ({ approved }) => `/statement/${approved}`,
  '/bill/:number': ({ bill }) => `/bill/${bill}`,
  '/pay-charges': ({ approved }) => `/pay-charges?bookingID=${approved}`,
  '/receipt': ({ approved }) => `/receipt?bookingID=${approved}`,
  '/payment-success': ({ approved }) => `/payment-success?bookingID=${approved}`,
  '/urns/:tag': ({ urn }) => `/urns/${urn}`,
  '/urn-label/:tag': ({ urn }) => `/urn-label/${urn}`,
  '/stock-take/:countID': (_, { counts }) => `/stock-take/${counts.open}`,
  '/audit-log': (_, { people }) => `/audit-log?person=${people.admin.email}`,
  '/search-booking': () => '/search-booking?query=90000001',
  '/user-management': () => '/user-management?search=9000000',
}
/** The words that a family of the seed sees only once a page has loaded. */
const familySees: Record<string, string> = {
  '/profile': 'You asked us to close your account',
  '/book-niche': 'You have a booking to pay for',
  '/req-urn-placement': 'Submit request',
}
/** Pages to print, for families and staff alike. On a bill staff have further buttons. */
const sheets = ['/receipt', '/statement/:bookingID', '/placement-certificate', '/rights/:number/deed']
const tabbedPages = ['/my-bookings', '/search-booking', '/pending-approvals', '/user-management']
/** Cards that the specification asks for or that are few for one person, a list that only the demo has, and rows to press at the wall. */
const cardLists = ['/search-booking', '/my-bookings', '/profile', '/book-niche', '/demo/mail', '/stock-take/:countID']
/** The specification asks for the Niche ID on its cards, which have the code beside it. */
const nicheIDs = '/search-booking'
/** These end the session or redirect at once; other tests visit them. */
const redirectingPages = ['/logout', '/signup']

const visited = pageList.filter(({ path }) => !redirectingPages.includes(path))

for (const { path, access } of visited) {
  for (const role of visitorsOf(path, access)) {
    test(`${path} for ${role ?? 'a visitor'}, with the longest values: stays where it is while it loads, fits every width from 320 to 1440 px and has no accessibility violations, light and dark`, async ({
      page,
      longest,
      server,
      signIn,
    }) => {
      const problems = collectProblems(page, server.url, role)
      const calls = countCalls(page)
      const name = `${path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${role ?? 'visitor'}`
      if (role) await signIn(longest.people[role])
      await watchMoves(page)
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        /** An address that differs only after its # would not be loaded again. */
        await page.goto('about:blank')
        calls.clear()
        const openedAt = Date.now()
        await page.goto(addresses[path]?.(longest.bookings, longest) ?? path)
        const text = role === 'user' && familySees[path]
        if (text) await expect(page.getByText(text, { exact: true })).toBeVisible()
        await waitUntilLoaded(page)
        /** Some pages read again every three seconds. */
        const repeated = Math.floor((Date.now() - openedAt) / 3000)
        expect.soft([...calls].filter(([, times]) => times > 2 + repeated)).toEqual([])
        expect.soft(await findMoves(page), `what moved while the page loaded at ${width} px`).toEqual([])
      }
      await expectReadable(page, path)
      await takePictures(page, name)
      expect(problems).toEqual([])
    })
  }
}

/** A page of staff is the same for admins and witnesses, except for the menu; so are these printed sheets of families for staff. */
function visitorsOf(path: string, access: PageAccess): readonly (Role | undefined)[] {
  if (access === 'public') return [undefined]
  if (sheets.includes(path)) return ['user']
  return access.filter((role) => role === 'user' || role === 'staff' || !access.includes('staff'))
}

for (const role of roles) {
  test(`${role} opens the pages of other roles: each redirects to /unauthorized`, async ({ page, signIn }) => {
    await signIn(role)
    const closed = visited.filter(({ access }) => access !== 'public' && !access.includes(role))
    await page.goto(closed[0]?.path ?? '/')
    await expect(page).toHaveURL('/unauthorized')
    for (const { path } of closed) {
      await page.evaluate(openInApp, path)
      await expect(page, path).toHaveURL('/unauthorized')
    }
  })
}

/** Tells the router, as going back does, because loading the app takes longer. Runs in the page. */
function openInApp(path: string) {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The theme changes only colours, so widths are checked in the light. For axe, both themes and both layouts are enough. */
async function expectReadable(page: Page, path: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  await waitUntilLoaded(page)
  const found = await sweepWidths(page, async (width) => {
    if (!sizes.includes(width)) return
    expect.soft(await findAllOverflows(page), `content within ${width} px`).toEqual([])
    if (width === 320 && tabbedPages.includes(path)) await expectTabsInSight(page)
    expect.soft(await page.evaluate(findIndentedButtons), `buttons that begin a line at ${width} px`).toEqual([])
    if (width === 1280 && path !== nicheIDs)
      expect.soft(await findUUIDs(page), 'IDs that say nothing to people').toEqual([])
    if (width === 390) {
      if (tabbedPages.includes(path)) await expectTabsOnOneLine(page)
      expect(await accessibilityViolations(page), 'axe at 390, light').toEqual([])
      expect
        .soft(await page.evaluate(findTallRows, rowsOf(path)), 'rows of which 40 are longer than 4,000 px')
        .toEqual([])
      expect.soft(await page.evaluate(findFoldedButtons), 'buttons that a closed row hides').toEqual([])
    }
    if (width !== 1280) return
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityViolations(page), 'axe at 1280, dark').toEqual([])
  })
  expect.soft(found, 'every width').toEqual([])
}

async function expectTabsOnOneLine(page: Page) {
  const tops = await page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size, 'lines of tabs').toBe(1)
}

/** Readable IDs, codes and numbers are shown instead. */
async function findUUIDs(page: Page) {
  const shown = page.getByText(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(?!@)/i).filter({ visible: true })
  return (await shown.allTextContents()).map((text) => text.slice(0, 100))
}

/** Rows of lists that are closed, so that somebody scrolls past them. */
const rowsOf = (path: string) => {
  const lines = 'table:has([aria-expanded]) tbody tr, ol > li:has(> p > time)'
  return cardLists.includes(path) ? lines : `${lines}, main ul > li:has(button, a[class])`
}

/** Runs in the page. */
function findTallRows(rows: string) {
  return [...document.querySelectorAll(rows)]
    .filter(
      (row) =>
        row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) &&
        row.getBoundingClientRect().height > 100,
    )
    .map((row) => `${row.getBoundingClientRect().height} px: ${row.textContent?.slice(0, 40)}`)
}

/** What one mostly does with a row is seen without opening it; only what is rare folds. Runs in the page. */
function findFoldedButtons() {
  const cells = [...document.querySelectorAll('tr:not([data-open]) > td:not([data-toggle], [data-folds=always])')]
  return cells.flatMap((cell) =>
    [...cell.querySelectorAll('button, a[class]')]
      .filter(
        (button) =>
          !button.checkVisibility() || button.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1,
      )
      .map((button) => `${button.textContent}: ${cell.closest('table')?.caption?.textContent}`),
  )
}

/** Quiet buttons that begin a line of their row, and whose words begin further in than what is above. Runs in the page. */
function findIndentedButtons() {
  return [...document.querySelectorAll(':is(button, a)[class*=quiet]')].flatMap((button) => {
    const row = button.parentElement
    const { display, flexWrap, justifyContent, paddingLeft } = getComputedStyle(row ?? button)
    if (
      !row ||
      !button.checkVisibility() ||
      display !== 'flex' ||
      flexWrap !== 'wrap' ||
      /end|center/.test(justifyContent)
    )
      return []
    const { top, bottom, left } = button.getBoundingClientRect()
    const isBeside = (other: DOMRect) => other.top < bottom && other.bottom > top && other.left < left
    if ([...row.children].some((other) => isBeside(other.getBoundingClientRect()))) return []
    const words = document.createRange()
    words.selectNodeContents(button)
    const edge = row.getBoundingClientRect().left + Number.parseFloat(paddingLeft)
    const by = Math.round(words.getBoundingClientRect().left - edge)
    return by > 1 ? [`${button.textContent} by ${by} px`] : []
  })
}

/** Expects to see all tabs without scrolling sideways. */
async function expectTabsInSight(page: Page) {
  const list = page.getByRole('tablist').getByRole('tab')
  await expect(list.first()).toBeVisible()
  const tabs = await list.all()
  expect(tabs.length).toBeGreaterThan(1)
  for (const tab of tabs) await expect(tab).toBeInViewport({ ratio: 1 })
}

/** Collects errors, console errors, and requests to other hosts. */
function collectProblems(page: Page, origin: string, role: Role | undefined) {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // These two pages are the second step of a sign-in that a visitor has not begun.
    const expected = !role && /demo\/code|generate-2fa-secret|has-passkey/.test(message.location().url)
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    // The browser's PDF viewer loads its own internal pages.
    if (!url.startsWith(origin) && !/^(data|blob|chrome|chrome-extension):/.test(url)) problems.push(`request: ${url}`)
  })
  return problems
}

/** How often each call is made. Calls that differ only in an ID count as one, so a list that makes one for each row is found. */
function countCalls(page: Page) {
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const call = pathname.replace(/\/([A-Z]+-[\w-]+|[\da-f]{8}-[\da-f-]{27})/g, '/ID')
    if (call.startsWith('/api/')) calls.set(call, (calls.get(call) ?? 0) + 1)
  })
  return calls
}

async function waitUntilLoaded(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^(Loading|Drawing) /)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
