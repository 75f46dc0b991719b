import { expect, type Page, test } from '@playwright/test'
import type { DemoAccount } from '#contract/accounts/demo.ts'
import type { Role } from '#contract/roles.ts'
import { pageList } from '#web/pages.ts'
import { faults } from './axe.ts'
import { sessionOf } from './people.ts'

const accounts: Record<Role, DemoAccount> = { user: 'applicant', staff: 'staff', admin: 'admin' }
const roles = Object.keys(accounts) as Role[]
const sizes = [1280, 390, 320]
const themes = ['light', 'dark'] as const
const views = themes.flatMap((theme) => sizes.map((width) => ({ theme, width })))

/** Pages that need to be told which thing they show; the others are visited as they are. */
const example: Record<string, (page: Page) => Promise<string>> = {
  '/booking-approval/:bookingID': async (page) =>
    `/booking-approval/${await firstBooking(page, '/api/booking/pending')}`,
  '/req-urn-placement': async (page) => `/req-urn-placement?bookingID=${await ownBooking(page, 'PreOrder')}`,
  '/receipt': async (page) => `/receipt?bookingID=${await anyBooking(page)}`,
  '/payment-success': async (page) => `/payment-success?bookingID=${await anyBooking(page)}`,
}
/** A live map listens for as long as it is seen; every other page comes to rest. */
const live = ['/book-niche', '/niche-booking', '/niche-management']
/** These end the session, or lead elsewhere at once; other tests visit them. */
const passing = ['/logout', '/signup']

const visited = pageList.filter(({ path }) => !passing.includes(path))

for (const { path, access } of visited) {
  const visitors = access === 'public' ? ([undefined] as const) : access
  for (const role of visitors) {
    test.describe(`${path} for ${role ?? 'a stranger'}`, () => {
      test.use(role ? { storageState: sessionOf(accounts[role]) } : {})
      test('is whole and readable at every width, by day and by night', async ({ page }, info) => {
        const trouble = watch(page, info.project.use.baseURL ?? '', role)
        const name = `${path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${role ?? 'stranger'}`
        await page.goto((await example[path]?.(page)) ?? path)
        if (!live.includes(path)) await page.waitForLoadState('networkidle')
        for (const view of views) await expectReadable(page, view, name)
        expect(trouble).toEqual([])
      })
    })
  }
}

for (const role of roles) {
  test.describe(`${role} at the pages of others`, () => {
    test.use({ storageState: sessionOf(accounts[role]) })
    test('is led to /unauthorized by each', async ({ page }) => {
      for (const { path, access } of visited) {
        if (access === 'public' || access.includes(role)) continue
        await page.goto(path)
        await expect(page, path).toHaveURL('/unauthorized')
      }
    })
  })
}

/** One page in one light at one width: it keeps within the width, and axe finds nothing at the widths that are enough for it. */
async function expectReadable(page: Page, { theme, width }: (typeof views)[number], name: string) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 844 })
  await settled(page)
  await page.screenshot({ path: `test/e2e/shots/${name}-${width}-${theme}.png`, fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `no sideways scroll at ${width}, ${theme}`).toBeLessThanOrEqual(width)
  if (width === 320 || (width === 390 && theme === 'dark')) return
  expect(await faults(page), `axe at ${width}, ${theme}`).toEqual([])
}

/** Whatever the browser complains of, and whatever leaves this host. */
function watch(page: Page, origin: string, role: Role | undefined) {
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A page asks who is there before it knows that nobody is, and a browser writes each 401 down as an error.
    const expected = !role && message.text().includes('401')
    if (message.type() === 'error' && !expected) trouble.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    // The browser's own PDF reader is made of pages of its own.
    if (!url.startsWith(origin) && !/^(data|blob|chrome|chrome-extension):/.test(url)) trouble.push(`request: ${url}`)
  })
  return trouble
}

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^(Loading|Drawing) /)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

const rowsOf = async (
  page: Page,
  path: string,
): Promise<{ bookingID: string; bookingType: string; bookingStatus: string }[]> => (await page.request.get(path)).json()
const firstBooking = async (page: Page, path: string) => (await rowsOf(page, path))[0]?.bookingID
async function ownBookings(page: Page) {
  const { userID } = await (await page.request.get('/api/user/me')).json()
  return rowsOf(page, `/api/booking/getBookingByUserID?userID=${userID}`)
}
const ownBooking = async (page: Page, type: string) =>
  (await ownBookings(page)).find((each) => each.bookingType === type && each.bookingStatus === 'Confirmed')?.bookingID

/** Staff are shown the receipts of applicants, whose bookings they find by number. */
async function anyBooking(page: Page) {
  const own = (await ownBookings(page)).find(({ bookingStatus }) => bookingStatus === 'Confirmed')
  return own?.bookingID ?? firstBooking(page, '/api/booking/search?query=91234567')
}
