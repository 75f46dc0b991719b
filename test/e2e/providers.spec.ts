import { expect, type Route, test } from '@playwright/test'
import { chooseCertificates, chooseNiche, makeBooking } from './booking-steps.ts'
import { fakeProviderScripts, startServerWithFakeProviders } from './providers.ts'

test('a family logs in with reCAPTCHA and pays with Stripe, and each script loads only on the page that needs it', async ({
  browser,
}) => {
  const server = await startServerWithFakeProviders()
  const page = await browser.newPage({ baseURL: server.url })
  const cards = ['bad', 'good']
  const requests = await fakeProviderScripts(page, (clientSecret) => {
    const id = clientSecret.replace(/_secret.*/, '')
    if (cards.shift() === 'bad') return { error: server.stripe.declineCard(id).last_payment_error }
    server.stripe.pay(id)
    return {}
  })
  try {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Applicant', exact: true }).click()
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByLabel('6-digit code').fill((await page.locator('code').first().textContent()) ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible()
    expect(await page.evaluate(() => 'grecaptcha' in window)).toBe(false)

    await chooseNiche(page)
    await chooseCertificates(page, 'Birth Certificate')
    expect(requests).toEqual(['google from /login'])
    const abort = (route: Route) => route.abort()
    await page.route('https://js.stripe.com/**', abort)
    await page.route('**/assets/StripeCardForm-*.js', abort)
    await makeBooking(page)
    await expect(page.getByText('Loading chunk StripeCardForm failed (missing)')).toBeVisible()
    await page.unroute('**/assets/StripeCardForm-*.js', abort)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The card payment service cannot be reached right now.')).toBeVisible()
    await page.unroute('https://js.stripe.com/**', abort)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Card fields of Stripe')).toBeVisible()

    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(requests).toEqual(['google from /login', 'stripe from /book-niche'])
  } finally {
    await page.close()
    await server.stop()
  }
})
