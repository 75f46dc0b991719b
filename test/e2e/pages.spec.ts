import { expect, type Page } from '@playwright/test'
import { type Role, roles } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { type Longest, test } from './longest-server.ts'

const sizes = [1280, 390, 320]
const themes = ['light', 'dark'] as const
const views = themes.flatMap((theme) => sizes.map((width) => ({ theme, width })))

/** Pages that need an id in their address; the others are visited as they are. */
const addresses: Record<string, (bookings: Longest['bookings']) => string> = {
  '/booking-approval/:bookingID': ({ reopened }) => `/booking-approval/${reopened}`,
  '/req-urn-placement': ({ confirmed }) => `/req-urn-placement?bookingID=${confirmed}`,
  '/receipt': ({ approved }) => `/receipt?bookingID=${approved}`,
  '/payment-success': ({ approved }) => `/payment-success?bookingID=${approved}`,
  '/search-booking': () => '/search-booking?query=90000001',
}
/** A live map listens for as long as it is seen; every other page comes to rest. */
const livePages = ['/book-niche', '/niche-booking', '/niche-management']
/** These end the session, or lead elsewhere at once; other tests visit them. */
const redirectingPages = ['/logout', '/signup']

const visited = pageList.filter(({ path }) => !redirectingPages.includes(path))

for (const { path, access } of visited) {
  const visitors = access === 'public' ? ([undefined] as const) : access
  for (const role of visitors) {
    test(`${path} for ${role ?? 'a stranger'}, with the longest values: whole and readable at every width, light and dark`, async ({
      page,
      longest,
      enterAs,
    }) => {
      const problems = watch(page, longest.url, role)
      const name = `${path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${role ?? 'stranger'}`
      if (role) await enterAs(role)
      await page.goto(addresses[path]?.(longest.bookings) ?? path)
      if (!livePages.includes(path)) await page.waitForLoadState('networkidle')
      for (const view of views) await expectReadable(page, view, name)
      expect(problems).toEqual([])
    })
  }
}

for (const role of roles) {
  test(`${role} at the pages of other roles: each leads to /unauthorized`, async ({ page, enterAs }) => {
    await enterAs(role)
    for (const { path, access } of visited) {
      if (access === 'public' || access.includes(role)) continue
      await page.goto(path)
      await expect(page, path).toHaveURL('/unauthorized')
    }
  })
}

/** One page in one light at one width: nothing sticks out, and axe finds nothing at the widths that are enough for it. */
async function expectReadable(page: Page, { theme, width }: (typeof views)[number], name: string) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 844 })
  await settled(page)
  await page.screenshot({ path: `test/e2e/shots/${name}-${width}-${theme}.png`, fullPage: true })
  // The theme changes colours and nothing else, so one of the two is enough here.
  if (theme === 'light') expect.soft(await findAllOverflows(page), `content within ${width} px`).toEqual([])
  if (width === 320 || (width === 390 && theme === 'dark')) return
  expect(await accessibilityViolations(page), `axe at ${width}, ${theme}`).toEqual([])
}

/** Whatever the browser complains of, and whatever leaves this host. */
function watch(page: Page, origin: string, role: Role | undefined) {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A page asks who is there before it knows that nobody is, and a browser writes each 401 down as an error.
    const expected = !role && message.text().includes('401')
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    // The browser's own PDF reader is made of pages of its own.
    if (!url.startsWith(origin) && !/^(data|blob|chrome|chrome-extension):/.test(url)) problems.push(`request: ${url}`)
  })
  return problems
}

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^(Loading|Drawing) /)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
