import { paymentApi } from '#contract/payments/api.ts'
import { createLog } from '#server/core/log.ts'
import { createStripeGateway } from '#server/payments/stripe.ts'
import { bookUnpaid } from './booking-forms.ts'
import { startStripe } from './fakes/stripe.ts'
import { type SignedInCaller, startTestApp } from './test-app.ts'

export type StripeApp = Awaited<ReturnType<typeof startStripeApp>>

/** The server with Stripe as its card provider, and a fake of Stripe on loopback. */
export async function startStripeApp() {
  const stripe = await startStripe()
  const testApp = await startTestApp({
    replace: { gateway: createStripeGateway(stripe.settings, createLog('silent')) },
  })

  /** A new unpaid booking whose card payment was begun. */
  async function bookWithIntent(applicant: SignedInCaller) {
    const booked = await bookUnpaid(testApp.context, applicant)
    const body = { bookingID: booked.bookingID }
    const { clientSecret } = (await applicant.call(paymentApi.createIntent, { body })).body
    return { ...booked, intentID: clientSecret.split('_secret')[0] ?? '' }
  }

  function sendWebhook({ payload, signature }: ReturnType<typeof stripe.message>) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return testApp.app.inject({ method: 'POST', url: paymentApi.webhook.path, headers, payload })
  }

  async function close() {
    await testApp.close()
    await stripe.close()
  }

  return { testApp, stripe, bookWithIntent, sendWebhook, close }
}
