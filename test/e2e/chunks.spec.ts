import { expect, type Page, type Route, test } from '@playwright/test'
import { sessionOf } from './demo-sessions.ts'

const abort = (route: Route) => route.abort()

/** The errors that the page writes to the console, without what the browser adds about failed requests. */
function watchLog(page: Page) {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) logged.push(message.text())
  })
  return logged
}

/** A page may ask again before it writes why it failed. */
const expectLoggedOnce = (logged: string[], sentence: string) =>
  expect.poll(() => logged.filter((line) => line.includes(sentence)).length).toBe(1)

const failureOf = (chunk: string, reason = 'missing') => `Loading chunk ${chunk} failed (${reason})`

async function fillLogin(page: Page) {
  await page.getByLabel('Email').fill('someone@test.example')
  await page.getByLabel('Password', { exact: true }).fill('a quiet room')
}

async function expectLoginFilled(page: Page) {
  await expect(page.getByLabel('Email')).toHaveValue('someone@test.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a quiet room')
}

test('a page whose main script does not load says so and keeps its content', async ({ page }) => {
  await page.route('**/assets/app-*.js*', abort)
  await page.goto('/login')
  await expect(page.getByRole('alert').first()).toHaveText(
    'Loading chunk app failed (missing). Please check your connection and reload the page.',
  )
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible()
})

test('the reset dialog does not load: the log-in form stays filled, and trying again opens the dialog', async ({
  page,
}) => {
  const logged = watchLog(page)
  await page.route('**/assets/ForgotPasswordDialog-*.js*', abort)
  await page.goto('/login')
  await fillLogin(page)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('alert').getByText(failureOf('ForgotPasswordDialog'))).toBeVisible()
  await expectLoggedOnce(logged, failureOf('ForgotPasswordDialog'))
  await expectLoginFilled(page)

  await page.unroute('**/assets/ForgotPasswordDialog-*.js*', abort)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('someone@test.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectLoginFilled(page)
})

test('the reset dialog does not load: pressing its button again loads it', async ({ page }) => {
  await page.route('**/assets/ForgotPasswordDialog-*.js*', abort)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText(failureOf('ForgotPasswordDialog'))).toBeVisible()
  await page.unroute('**/assets/ForgotPasswordDialog-*.js*', abort)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText(failureOf('ForgotPasswordDialog'))).toHaveCount(0)
})

test('a browser that does not ask twice for a lost script gets it by another address', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/assets/ForgotPasswordDialog-*.js', abort)
  const open = page.getByRole('button', { name: 'Forgot password?' })
  await open.click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
})

test('a script that hangs for two minutes is reported as a time-out, and trying again loads it', async ({ page }) => {
  const waiting: Route[] = []
  await page.route('**/assets/ForgotPasswordDialog-*.js*', (route) => void waiting.push(route))
  await page.goto('/login')
  await fillLogin(page)
  await page.clock.install()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect.poll(() => waiting.length).toBe(1)
  await page.clock.fastForward(60_000)
  await expect(page.getByText(failureOf('ForgotPasswordDialog', 'time-out'))).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(page.getByText(failureOf('ForgotPasswordDialog', 'time-out'))).toBeVisible()
  await expectLoginFilled(page)
  await waiting[0]?.continue()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the style sheet of a part does not load: trying again loads it with its styles', async ({ page }) => {
  await page.route('**/assets/ui-*.css', abort)
  await page.goto('/login')
  await expect(page.getByText(failureOf('DemoAccounts'))).toBeVisible()
  await page.unroute('**/assets/ui-*.css', abort)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Applicant', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue('applicant@columba.example')
  const card = page.locator('section', { hasText: 'applicant@columba.example' }).last()
  await expect(card).not.toHaveCSS('padding-top', '0px')
})

test('the rules of the log-in form do not load: it names the chunk, sends nothing, and works once they load', async ({
  page,
}) => {
  const logged = watchLog(page)
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.route('**/assets/login-form-*.js*', abort)
  await page.goto('/login')
  await fillLogin(page)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert').getByText(failureOf('login-form'))).toBeVisible()
  await expect(page.getByText('Columba cannot be reached. Please check your connection and try again.')).toBeVisible()
  await expect.poll(() => logged.join()).toContain(failureOf('login-form'))
  expect(sent).toEqual([])
  await page.unroute('**/assets/login-form-*.js*', abort)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
})

for (const [chunk, files] of [
  ['altcha', '**/assets/altcha-*.js*'],
  ['solve.worker', '**/assets/solve.worker-*.js*'],
] as const) {
  test(`the bot check’s script ${chunk} does not load: the form stays filled and logs in once it loads`, async ({
    page,
  }) => {
    const logged = watchLog(page)
    await page.route(files, abort)
    await page.goto('/login')
    await fillLogin(page)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText(/nothing was sent/)).toBeVisible()
    await expect.poll(() => logged.join()).toContain(failureOf(chunk))
    await expectLoginFilled(page)

    await page.unroute(files, abort)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  })
}

test.describe('a clerk', () => {
  test.use({ storageState: sessionOf('staff') })

  test('the dashboard does not load: its failure is logged once for all retries', async ({ page }) => {
    const logged = watchLog(page)
    let requests = 0
    await page.route('**/api/dashboard/stats', (route) => {
      requests += 1
      return route.fulfill({ status: 503, body: '{}' })
    })
    await page.clock.install()
    const requestsAfterPauses = () => expect.poll(() => page.clock.fastForward(800).then(() => requests))
    await page.goto('/dashboard')
    await requestsAfterPauses().toBe(3)
    await expect(page.getByText('Failed to load dashboard stats')).toBeVisible()
    expect(requests).toBe(3)
    await expectLoggedOnce(logged, 'Failed to fetch dashboard stats')
    await page.getByRole('button', { name: 'Try again' }).click()
    await requestsAfterPauses().toBe(6)
    await expect(page.getByText('Failed to load dashboard stats')).toBeVisible()
    await expectLoggedOnce(logged, 'Failed to fetch dashboard stats')
  })

  test('the buildings of the map do not load: the map retries, and the failure is logged once', async ({ page }) => {
    const logged = watchLog(page)
    let requests = 0
    await page.route('**/api/niche/buildings', (route) => {
      requests += 1
      return route.fulfill({ status: 500, body: '{}' })
    })
    await page.clock.install()
    await page.goto('/niche-booking')
    await expect.poll(() => page.clock.fastForward(5000).then(() => requests)).toBeGreaterThan(2)
    await expectLoggedOnce(logged, 'Failed to fetch buildings')
  })
})

test.describe('an applicant', () => {
  test.use({ storageState: sessionOf('applicant') })

  test('the details of a booking do not load: the failure is logged once', async ({ page }) => {
    const logged = watchLog(page)
    await page.route('**/api/booking/getBookingByBookingID**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/my-bookings?bookingID=B-0000000000')
    await expect(page.getByText('Failed to load booking details')).toBeVisible()
    await expectLoggedOnce(logged, 'Failed to fetch booking details')
  })
})

for (const path of ['/index.php', '/foo.bar', '//login', '/%zz', '/assets/gone.js', `/${'x'.repeat(4000)}`]) {
  test(`${path.slice(0, 20)} is opened: the 404 page is shown`, async ({ page, baseURL }) => {
    const answer = await page.goto(`${baseURL}${path}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })
}

for (const [path, heading] of [
  ['/login//', 'Log In'],
  ['/About', 'About Columba'],
] as const) {
  test(`${path} is opened: the server answers 200, because the router knows the page`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  })
}
