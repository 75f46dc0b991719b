import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { chooseCertificates, chooseNiche, makeBooking, openPaymentStep } from './booking-steps.ts'
import { signIn } from './own-server-test.ts'
import { fakeProviderScripts, startServerWithFakeProviders } from './providers.ts'

async function logInAsApplicant(page: Page) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Applicant', exact: true }).click()
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByLabel('6-digit code').fill((await page.locator('code').first().textContent()) ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible()
}

test('a family logs in with reCAPTCHA and pays with Stripe, and each script loads only on the page that needs it', async ({
  browser,
}) => {
  const server = await startServerWithFakeProviders()
  const page = await browser.newPage({ baseURL: server.url })
  const cards = ['bad', 'good']
  const requests = await fakeProviderScripts(page, (clientSecret) => {
    const id = clientSecret.replace(/_secret.*/, '')
    if (cards.shift() === 'bad') return { error: server.stripe.declineCard(id).last_payment_error }
    return { paymentIntent: server.stripe.pay(id) }
  })
  try {
    await logInAsApplicant(page)
    expect(await page.evaluate(() => 'grecaptcha' in window)).toBe(false)

    await chooseNiche(page)
    await chooseCertificates(page, 'Birth Certificate')
    expect(requests).toEqual(['google from /login'])
    const abort = (route: Route) => route.abort()
    await page.route('https://js.stripe.com/**', abort)
    await page.route('**/assets/StripeCardForm-*.js*', abort)
    await makeBooking(page)
    await expect(page.getByText('Loading chunk StripeCardForm failed (missing)')).toBeVisible()
    await page.unroute('**/assets/StripeCardForm-*.js*', abort)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The card payment service cannot be reached right now.')).toBeVisible()
    await page.unroute('https://js.stripe.com/**', abort)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Payment Element of Stripe')).toBeVisible()

    await payButton(page).click()
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was paid' })).toBeFocused()
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(requests).toEqual(['google from /login', 'stripe from /book-niche'])
  } finally {
    await page.close()
    await server.stop()
  }
})

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay SGD/ })

type FakeServer = Awaited<ReturnType<typeof startServerWithFakeProviders>>
type Press = (stripe: FakeServer['stripe'], intentID: string) => ReturnType<Parameters<typeof fakeProviderScripts>[1]>

/** A family on the payment step of a server with fake providers; `press` is what Stripe answers when they press the button that pays. */
async function onPaymentStep(
  browser: Browser,
  walk: (page: Page, onPress: (press: Press) => void, server: FakeServer, intentID: () => string) => Promise<void>,
) {
  const server = await startServerWithFakeProviders()
  const page = await browser.newPage({ baseURL: server.url })
  try {
    let press: Press = () => 'redirect'
    let intentID = ''
    await fakeProviderScripts(page, (clientSecret) => {
      intentID = clientSecret.replace(/_secret.*/, '')
      return press(server.stripe, intentID)
    })
    await page.clock.install()
    await signIn(page, server, 'user')
    await openPaymentStep(page)
    const setPress = (next: Press) => {
      press = next
    }
    await walk(page, setPress, server, () => intentID)
  } finally {
    await page.close()
    await server.stop()
  }
}

/** While the bank has not confirmed, the page asks again after this time. */
const askAgainAfterMs = 5000

const received = (page: Page) => page.getByRole('heading', { name: 'Payment received' })

test('a family that closes the QR code, or returns from its bank without paying, is told so and can pay again', async ({
  browser,
}) => {
  await onPaymentStep(browser, async (page, onPress, { stripe }, intentID) => {
    const notCompleted = page.getByRole('alert').filter({ hasText: 'Nothing was paid' })
    onPress(() => ({ paymentIntent: { status: 'requires_action' } }))
    await payButton(page).click()
    await expect(notCompleted).toBeFocused()
    await expect(notCompleted).toContainText('The payment was not completed')

    onPress(() => 'redirect')
    /** The second is an address that claims a payment which the provider knows nothing of. */
    for (const answer of ['Refuse', 'Approve']) {
      await payButton(page).click()
      const mapIsLoaded = page.waitForResponse(/\/api\/niche\/niches\//)
      await page.getByRole('link', { name: answer }).click()
      await expect(notCompleted).toBeFocused()
      await mapIsLoaded
      /** The map behind the payment leaves the address alone: otherwise it could undo the next step. */
      await expect(page).toHaveURL(/book-niche\?bookingID=[\w-]+$/)
    }

    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Your bank' })).toBeVisible()
    stripe.pay(intentID())
    await page.getByRole('link', { name: 'Approve' }).click()
    await expect(received(page)).toBeFocused()
    await expect(page).toHaveURL(/payment-success\?bookingID=[\w-]+$/)
  })
})

test('a family whose bank confirms later is told to wait, returns to the payment if the bank refuses, and sees it once confirmed', async ({
  browser,
}) => {
  await onPaymentStep(browser, async (page, onPress, { stripe }, intentID) => {
    const waiting = page.getByRole('heading', { name: 'Your payment is being confirmed' })
    onPress((stripe, id) => ({ paymentIntent: stripe.startBankPayment(id) }))
    await payButton(page).click()
    await expect(waiting).toBeFocused()
    stripe.failBankPayment(intentID())
    await page.clock.fastForward(askAgainAfterMs)
    await page.getByRole('link', { name: 'Go back to the payment' }).click()
    await payButton(page).click()
    await expect(waiting).toBeFocused()
    await page.getByRole('link', { name: 'View My Bookings' }).click()
    await page.getByRole('link', { name: 'Complete payment' }).click()
    await expect(waiting).toBeVisible()
    stripe.pay(intentID())
    await page.clock.fastForward(askAgainAfterMs)
    await expect(received(page)).toBeFocused()
  })
})
