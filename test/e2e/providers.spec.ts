import { expect, type Route, test } from '@playwright/test'
import { chooseCertificates, chooseNiche, makeBooking } from './booking-steps.ts'
import { fakeProviderScripts, startServerWithFakeProviders } from './providers.ts'

test('with Stripe and reCAPTCHA a family logs in and pays, and each script comes only where it is needed', async ({
  browser,
}) => {
  const house = await startServerWithFakeProviders()
  const page = await browser.newPage({ baseURL: house.url })
  const cards = ['bad', 'good']
  const asked = await fakeProviderScripts(page, (clientSecret) => {
    const id = clientSecret.replace(/_secret.*/, '')
    if (cards.shift() === 'bad') return { error: house.stripe.declineCard(id).last_payment_error }
    house.stripe.pay(id)
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
    expect(asked).toEqual(['google from /login'])
    const away = (route: Route) => route.abort()
    await page.route('https://js.stripe.com/**', away)
    await page.route('**/assets/StripeCardForm-*.js', away)
    await makeBooking(page)
    await expect(page.getByText('Loading chunk StripeCardForm failed (missing)')).toBeVisible()
    await page.unroute('**/assets/StripeCardForm-*.js', away)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The card payment service cannot be reached right now.')).toBeVisible()
    await page.unroute('https://js.stripe.com/**', away)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Card fields of Stripe')).toBeVisible()

    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    expect(asked).toEqual(['google from /login', 'stripe from /book-niche'])
  } finally {
    await page.close()
    await house.stop()
  }
})
