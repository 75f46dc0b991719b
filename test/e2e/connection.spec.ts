import { expect, type Page, test } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { demoHouse } from '#server/seed/demo-columbarium.ts'
import { startCuttableProxy } from '../cuttable-proxy.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { sessionOf } from './demo-sessions.ts'
import { failReload, holdRequests, mockReply, reconnect } from './intercept-requests.ts'
import { lookAt } from './look-at.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' })
const notice = (page: Page) => page.getByText('You can stay on this page. It reconnects by itself.')
const openPage = (page: Page, menu: string, name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name }).click()

test('the script of the next page is slow: a progress bar is shown at once, and the last page stays until then', async ({
  page,
}) => {
  await page.goto('/faq')
  await expect(page.getByTitle('Demo: open the mailbox')).toBeVisible()
  const release = await holdRequests(page, '**/assets/AboutPage-*.js')
  /** While the time stands still, only what waits for no timer is shown. */
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await openPage(page, 'Site', 'About')
  await expect(progress(page)).toBeVisible()
  await expect(heading(page)).toHaveText('Questions and answers')
  await page.clock.resume()
  release()
  await expect(heading(page)).toHaveText('About Columba')
  await expect(progress(page)).toHaveCount(0)
})

test('every page has the name and the telephone number of the house, even if no script arrives', async ({ page }) => {
  await page.route('**/assets/*.js', () => new Promise(() => undefined))
  for (const { path } of Object.values(pages)) {
    await page.goto(path.replace(/:\w+/g, 'x'), { waitUntil: 'commit' })
    await expect(page.getByRole('banner').getByText(demoHouse.name).first(), path).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText(demoHouse.telephone), path).toBeVisible()
  }
})

const late = 'Our server takes longer than usual to answer. The page opens as soon as it does.'

test('the script of the app hangs: after three seconds the shell says so, and trying again loads the page', async ({
  page,
}) => {
  let isHanging = true
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/assets/app-*.js', (route) => (isHanging ? new Promise(() => undefined) : route.continue()))
  await page.goto('/my-bookings', { waitUntil: 'domcontentloaded' })
  const again = page.getByRole('button', { name: 'Try again' })
  await page.clock.runFor(2000)
  expect(await again.isVisible()).toBe(false)
  await expect.poll(() => page.clock.runFor(500).then(() => again.isVisible())).toBe(true)
  await expect(page.getByText(late)).toBeVisible()
  await page.clock.resume()
  await lookAt(page, 'a page whose script does not arrive')
  isHanging = false
  await again.click()
  await expect(heading(page)).toHaveText('Unauthorized')
})

test('the server accepts the question who this is and never answers it: after three seconds a visitor can try again', async ({
  page,
}) => {
  let asked = 0
  await page.route('**/api/user/me', (route) => {
    asked += 1
    return asked === 1 ? new Promise(() => undefined) : route.fulfill({ status: 401, json: {} })
  })
  await page.clock.install()
  await page.goto('/my-bookings')
  await expect(page.getByRole('banner').getByText(demoHouse.name).first()).toBeVisible()
  await expect(page.getByRole('link', { name: demoHouse.telephone })).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  await page.clock.pauseAt(Date.now() + 1500)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(0)
  await page.clock.runFor(3100)
  await expect(page.getByText(late)).toBeVisible()
  await page.clock.resume()
  await expect(page.getByRole('main')).toHaveCount(0)
  await lookAt(page, 'a page whose server does not answer')
  await again.click()
  await expect(heading(page)).toHaveText('Unauthorized')
})

test.describe('an applicant', () => {
  test.use({ storageState: sessionOf('applicant') })

  test('the script of the layout is slow: nothing says that the server does not answer', async ({ page }) => {
    const release = await holdRequests(page, '**/assets/SignedInLayout-*.js')
    await page.clock.install()
    const asked = page.waitForRequest('**/assets/SignedInLayout-*.js')
    await page.goto('/my-bookings')
    await asked
    await page.clock.runFor(3100)
    await expect(page.getByText(late)).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    release()
    await expect(heading(page)).toHaveText('My Bookings')
  })

  test('the script of the first page is slow: the layout is shown at once, and a placeholder in it', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/assets/MyBookingsPage-*.js')
    await page.goto('/my-bookings')
    await expect(page.getByRole('navigation', { name: 'Your pages' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading the page...')).toBeVisible()
    release()
    await expect(heading(page)).toHaveText('My Bookings')
  })

  test('going offline keeps the page and says so; a page opened meanwhile is shown once the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/my-bookings')
    await expect(heading(page)).toHaveText('My Bookings')
    await context.setOffline(true)
    await expect(notice(page)).toContainText('You are offline.')
    await openPage(page, 'Your pages', 'Profile')
    await expect(progress(page)).toBeVisible()
    await expect(heading(page)).toHaveText('My Bookings')

    await context.setOffline(false)
    await expect(heading(page)).toHaveText('My Profile')
    await expect(page).toHaveURL('/profile')
    await expect(notice(page)).toHaveCount(0)
  })

  test('the server does not reply: the page says so, and a page opened meanwhile is shown once it replies again', async ({
    page,
    baseURL,
  }) => {
    const proxy = await startCuttableProxy(Number(new URL(baseURL ?? '').port))
    await page.goto(`${proxy.url}/profile`)
    await expect(heading(page)).toHaveText('My Profile')
    await proxy.cut()
    await openPage(page, 'Your pages', 'My Bookings')
    await expect(notice(page)).toContainText('Columba cannot be reached.')
    await expect(heading(page)).toHaveText('My Profile')
    await proxy.reconnect()
    await expect(heading(page)).toHaveText('My Bookings')
    await expect(notice(page)).toHaveCount(0)
    await proxy.close()
  })

  test('what a page could not load offline is loaded once the connection is back', async ({ page, context }) => {
    await page.route('**/api/payment/mine*', (route) => route.abort())
    await page.goto('/my-payments')
    await expect(page.getByText('Failed to load payments.')).toBeVisible()
    await context.setOffline(true)
    await expect(notice(page)).toBeVisible()
    await page.unrouteAll()
    await context.setOffline(false)
    await expect(page.getByText('Failed to load payments.')).toHaveCount(0)
    await expect(page.getByRole('table')).toBeVisible()
  })

  test('the details of a booking stay open if they cannot be loaded again after a lost connection', async ({
    page,
  }) => {
    await page.goto('/my-bookings')
    await page.getByRole('button', { name: 'View Details' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Booking Details' })
    await expect(dialog).toContainText('Booking ID')
    await failReload(page, '/api/booking/getBookingByBookingID')
    await expect(dialog).toContainText('Booking ID')
  })
})

test.describe('an applicant who tries again', () => {
  test.use({ storageState: sessionOf('applicant') })

  test('Try again keeps the focus while the page loads, which then moves to the heading', async ({ page }) => {
    await mockReply(page, '/api/payment/mine', 500)
    await page.goto('/my-payments')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unrouteAll()
    const release = await holdRequests(page, '**/api/payment/mine*')
    await again.click()
    await expect(again).toHaveAttribute('aria-busy', 'true')
    await expect(again).toBeFocused()
    release()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(heading(page)).toBeFocused()
  })
})

test.describe('an admin', () => {
  test.use({ storageState: sessionOf('admin') })

  test('House opened again while it cannot be loaded shows no outdated form', async ({ page }) => {
    await page.goto('/house')
    await expect(page.getByLabel('Telephone')).toBeVisible()
    await openPage(page, 'Your pages', 'Audit Log')
    await expect(heading(page)).toHaveText('Audit Log')
    await mockReply(page, '/api/house', 503)
    await reconnect(page)
    await expect(notice(page)).toHaveCount(0)
    await page.goBack()
    await expect(page.getByText('The details could not be read just now.')).toBeVisible()
    await expect(page.getByLabel('Telephone')).toHaveCount(0)
  })
})

test.describe('a clerk', () => {
  test.use({ storageState: sessionOf('staff') })

  test('the script of the staff pages is slow: until then the name of the house and its telephone take the whole window', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/assets/StaffFrame-*.js')
    await page.goto('/search-booking')
    for (const shell of [page.getByRole('banner'), page.getByRole('contentinfo')])
      await expect.poll(async () => (await shell.boundingBox())?.width).toBe(page.viewportSize()?.width)
    release()
    await expect(page.getByRole('navigation', { name: 'Your pages' })).toBeVisible()
  })

  test('offline, a decision that could not be sent says so in a toast, and works once the connection is back', async ({
    page,
    context,
  }) => {
    const { bookingID } = await bookAtCounter(page.request)
    await page.goto(`/booking-approval/${bookingID}`)
    await expect(page.getByRole('button', { name: 'Approve Request' })).toBeEnabled()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Approve Request' }).click()
    await expect(page.getByText('Server error — could not approve booking.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Approve Request' }).click()
    await expect(page.getByText('Booking approved!')).toBeVisible()
  })
})
