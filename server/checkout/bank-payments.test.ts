import { expect, test } from 'vitest'
import { paymentApi } from '#contract/payments/api.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { prepareStripeApp } from '#test/stripe-app.ts'

const { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook } = prepareStripeApp()

async function startBankPayment() {
  const booked = await bookWithIntent()
  stripe.startBankPayment(booked.intentID)
  return booked
}

const createIntent = (bookingID: string) => applicant.call(paymentApi.createIntent, { body: { bookingID } })
const finalise = (bookingID: string) => applicant.call(paymentApi.update, { body: { bookingID } })
const webhook = (type: string, intentID: string) => sendWebhook(stripe.message(type, stripe.intents.get(intentID)))
const minutesLater = (minutes: number) => testApp.advanceTime(minutes * 60_000)

test('finalising a bank payment that is being confirmed is refused as processing, and succeeds once it is confirmed', async () => {
  const { bookingID, intentID } = await startBankPayment()
  const { status, refusal } = await finalise(bookingID)
  expect([status, refusal.code]).toEqual([409, 'PAYMENT_PROCESSING'])
  stripe.pay(intentID)
  expect((await finalise(bookingID)).body).toEqual({ success: true, bookingID, paymentStatus: 'Paid' })
})

test('a booking keeps its niche while its bank payment is being confirmed, even after its hold would have lapsed', async () => {
  const { bookingID, nicheID, intentID } = await startBankPayment()
  for (let round = 0; round < 3; round++) {
    minutesLater(31)
    await runAllJobsOnce(testApp.context)
  }
  expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Pending' })
  stripe.pay(intentID)
  expect((await webhook('payment_intent.succeeded', intentID)).statusCode).toBe(200)
  expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
  expect(await readNicheStatus(applicant, nicheID)).toBe('Pending')
})

test('the hold of a booking is extended as soon as the provider reports that a bank payment is being confirmed', async () => {
  const { bookingID, intentID } = await startBankPayment()
  const before = await readBooking(applicant, bookingID)
  minutesLater(20)
  expect((await webhook('payment_intent.processing', intentID)).statusCode).toBe(200)
  const after = await readBooking(applicant, bookingID)
  expect(Date.parse(after?.holdExpiresAt ?? '') - Date.parse(before?.holdExpiresAt ?? '')).toBe(20 * 60_000)
  expect(after?.version).toBe(before?.version)
})

test('after a bank payment has failed, its booking can be paid again and its hold lapses as usual', async () => {
  const { bookingID, intentID } = await startBankPayment()
  await finalise(bookingID)
  stripe.failBankPayment(intentID)
  expect((await finalise(bookingID)).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
  expect((await createIntent(bookingID)).body.clientSecret).toMatch(new RegExp(`^${intentID}_secret`))
  minutesLater(31)
  await runAllJobsOnce(testApp.context)
  expect(await readBooking(applicant, bookingID)).toMatchObject({
    bookingStatus: 'Cancelled',
    paymentStatus: 'Failed',
  })
})

test.each(['processing', 'succeeded'])(
  'requesting an intent again whose payment is %s is refused, so that nobody pays twice',
  async (status) => {
    const { bookingID, intentID } = await startBankPayment()
    if (status === 'succeeded') stripe.pay(intentID)
    expect((await createIntent(bookingID)).refusal.code).toBe('PAYMENT_PROCESSING')
  },
)

test('a bank payment that is confirmed after the counter has taken the money is refunded', async () => {
  const { bookingID, intentID } = await startBankPayment()
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  stripe.pay(intentID)
  expect((await webhook('payment_intent.succeeded', intentID)).statusCode).toBe(200)
  expect(stripe.refunds.filter((refund) => refund.payment_intent === intentID)).toHaveLength(1)
})
