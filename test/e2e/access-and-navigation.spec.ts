import { expect, type Page, test } from '@playwright/test'
import { accessibilityViolations, contrastViolations } from './axe.ts'
import { holdRequests, mockReply } from './intercept-requests.ts'

const person = (role: string) => JSON.stringify({ userID: '00000000-0000-4000-8000-000000000001', role })
const mockMe = (page: Page, status: number, body = '{}') =>
  page.route('**/api/user/me', (route) => route.fulfill({ status, body, contentType: 'application/json' }))

test('a visitor who opens a protected page sees links to log in, sign up and go home', async ({ page }) => {
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
  await expect(page).toHaveTitle('Unauthorized - Columba')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

test('a protected page shows nothing and retries while the server cannot say who is signed in', async ({ page }) => {
  let requests = 0
  let answer = { status: 503, body: '' }
  await page.route('**/api/user/me', (route) => {
    requests += 1
    return route.fulfill(answer)
  })
  await page.clock.install()
  const requestsAfterPause = () => expect.poll(() => page.clock.fastForward(1000).then(() => requests))
  await page.goto('/my-bookings')
  await requestsAfterPause().toBeGreaterThanOrEqual(3)
  await expect(page.locator('main')).toHaveCount(0)
  answer = { status: 401, body: '{}' }
  await requestsAfterPause().toBeGreaterThan(requests)
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()
})

test('a call answered with 401 ends the session only if the server no longer knows it', async ({ page }) => {
  await mockMe(page, 200, person('user'))
  await mockReply(page, '/api/booking/getBookingByUserID', 401)
  const askedAgain = page
    .waitForResponse('**/api/booking/getBookingByUserID*')
    .then(() => page.waitForResponse('**/api/user/me'))
  await page.goto('/my-bookings')
  await askedAgain
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bookings')

  await page.unroute('**/api/user/me')
  await mockMe(page, 401)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
})

test('a page of another role redirects to /unauthorized, and the back button does not return to it', async ({
  page,
}) => {
  await page.goto('/faq')
  await mockMe(page, 200, person('staff'))
  await page.goto('/my-bookings')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByText('Your account does not have access to this page.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/faq')
})

test('a visitor without a session cookie is asked about only on a protected page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/user/me') && asked.push(new URL(page.url()).pathname))
  await page.goto('/faq')
  await page.waitForLoadState('networkidle')
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
  expect(asked).toEqual(['/my-bookings'])
})

test('a session without a marker, as from before an upgrade, is found on a public page', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  await page.context().addCookies([{ name: 'columba_session', value: 'from-before', url }])
  await mockMe(page, 200, person('user'))
  await page.goto('/faq')
  await expect(page.getByRole('link', { name: 'Your pages' })).toBeVisible()
})

test('the landing page redirects a signed-in user to their home page', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'columba_signed_in', value: '1', url: baseURL ?? '' }])
  await mockMe(page, 200, person('user'))
  await page.goto('/')
  await expect(page).toHaveURL('/my-bookings')
})

test('logging out works even when the server cannot be reached', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await mockMe(page, 200, person('user'))
  await page.route('**/api/user/logout', (route) => route.abort())
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  expect(logged.some((line) => line.startsWith('Logout failed'))).toBe(true)
  await expect(
    page.getByText('This browser may still be signed in, because the server could not be reached.'),
  ).toBeVisible()
  await expect(page.getByText('You are logged out.')).toHaveCount(0)
})

test('a page whose script is lost once, as between two networks, opens all the same', async ({ page }) => {
  await page.route('**/assets/AboutPage-*.js*', (route) => route.abort('connectionreset'), { times: 1 })
  /** A link loads a new document until its script has loaded. */
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'About', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible()
})

test('a page whose script does not load names the chunk and offers a reload', async ({ page }) => {
  await page.route('**/assets/AboutPage*.js*', (route) => route.fulfill({ status: 404 }))
  await page.goto('/faq')
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText('Loading chunk AboutPage failed (missing)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

test('the phone menu opens and closes by keyboard, and the heading of the new page has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  /** A link loads a new document until its script has loaded. */
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'About' })
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await link.press('Enter')
  await expect(page.getByRole('heading', { name: 'About Columba' })).toBeFocused()
  await expect(link).toBeHidden()
})

test('a page that somebody has scrolled before its script came stays there', async ({ page }) => {
  const release = await holdRequests(page, '**/ExplorePage-*.js')
  await page.goto('/explore', { waitUntil: 'commit' })
  await expect(page.getByText('Find one for me')).toBeVisible()
  const scroll = () =>
    page.evaluate(() => {
      scrollTo(0, 20)
      return scrollY
    })
  await expect.poll(scroll, 'the page is high enough').toBe(20)
  release()
  await expect(page.getByRole('grid', { name: /^Niches of/ })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(20)
})

test('an unknown path shows the 404 page, which at 320 px fits and has no accessibility violations, light and dark', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastViolations(page)).toEqual([])
})
