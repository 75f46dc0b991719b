import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { App } from '#server/http/serve.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'

/** Books a niche and pays for it. Repeating it after a crash leads to the same result. */
export async function bookAndPay(app: App, cookie: string, nicheID: string) {
  const family = createCaller(app, cookie)
  const made = await family.call(bookingApi.submit, { body: application(nicheID), files: certificateFiles() })
  if (made.status !== 200) return
  const { bookingID } = made.body
  const { clientSecret } = (await family.call(paymentApi.createIntent, { body: { bookingID } })).body
  const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }
  await family.call(paymentApi.sandboxConfirm, { body: card })
  await family.call(paymentApi.update, { body: { bookingID } })
}
