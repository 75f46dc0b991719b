import { afterAll, beforeAll } from 'vitest'
import { paymentApi } from '#contract/payments/api.ts'
import { createLog } from '#server/core/log.ts'
import { createStripeGateway } from '#server/payments/stripe.ts'
import { bookUnpaid } from './booking-forms.ts'
import { startStripe } from './fakes/stripe.ts'
import { expectInvariants } from './invariants.ts'
import { prepareCaller, startTestApp, type TestApp } from './test-app.ts'

type Stripe = Awaited<ReturnType<typeof startStripe>>

/**
 * The server with Stripe as its card provider, and a fake of Stripe on loopback, for the tests of a file. Each test has a new applicant and a
 * new clerk. The invariants are checked at the end.
 */
export function prepareStripeApp() {
  const [testApp, stripe] = [{} as TestApp, {} as Stripe]
  beforeAll(async () => {
    Object.assign(stripe, await startStripe())
    const gateway = createStripeGateway(stripe.settings, createLog('silent'))
    Object.assign(testApp, await startTestApp({ replace: { gateway } }))
  })
  afterAll(async () => {
    await expectInvariants(testApp.context.db)
    await testApp.close()
    await stripe.close()
  })
  const applicant = prepareCaller(testApp, 'user', 'each')
  const clerk = prepareCaller(testApp, 'staff', 'each')

  /** A new unpaid booking whose card payment was begun. */
  async function bookWithIntent() {
    const booked = await bookUnpaid(testApp.context, applicant)
    const body = { bookingID: booked.bookingID }
    const { clientSecret } = (await applicant.call(paymentApi.createIntent, { body })).body
    return { ...booked, intentID: clientSecret.split('_secret')[0] ?? '' }
  }

  function sendWebhook({ payload, signature }: ReturnType<Stripe['message']>) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return testApp.app.inject({ method: 'POST', url: paymentApi.webhook.path, headers, payload })
  }

  return { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook }
}
