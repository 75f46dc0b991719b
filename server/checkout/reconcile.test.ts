import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { dayMs, formatDateTime } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { payments, restores } from '#server/database/schema.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { prepareStripeApp } from '#test/stripe-app.ts'
import { reconcilePayments } from './reconcile.ts'
import { findOldestUnknown, findRestoredAsOf } from './unknown-payments.ts'

const { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook } = prepareStripeApp()

/** The payment is then as in a restored backup that is older than the start of the card payment. */
async function bookAndLoseIntent() {
  const booked = await bookWithIntent()
  await testApp.context.db.update(payments).set({ intentID: null }).where(eq(payments.paymentID, booked.paymentID))
  return booked
}

async function reconcile() {
  const lines: string[] = []
  await reconcilePayments(testApp.context, (line) => lines.push(line))
  return lines
}

async function denyAndRefund(bookingID: string) {
  const body = { bookingID, to: applicant.person.email, reason: 'Unreadable' }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  testApp.advanceTime(secondsToUndoDenial * 1000)
  await requestDueRefunds(testApp.context)
}

const refundsOf = (intentID: string) => stripe.refunds.filter((refund) => refund.payment_intent === intentID)

test('a card payment that a restored database does not know is settled by reconciling, and keeps its niche', async () => {
  const { bookingID, paymentID, nicheID, intentID } = await bookAndLoseIntent()
  stripe.pay(intentID)
  testApp.advanceTime(31 * 60_000)
  const lines = await reconcile()
  expect(lines).toContain(`${paymentID} for ${bookingID}: settled`)
  expect(lines.at(-1)).toMatch(/^Checked \d+ payments? that the card provider has since \d+ \w+ \d{4}\.$/)
  await runAllJobsOnce(testApp.context)
  expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
  expect(await readNicheStatus(applicant, nicheID)).toBe('Pending')
  expect((await reconcile()).join()).not.toContain(bookingID)
})

test('a lost card payment that is still unpaid when reconciling is checked before its hold ends', async () => {
  const { bookingID, intentID } = await bookAndLoseIntent()
  await reconcile()
  stripe.pay(intentID)
  testApp.advanceTime(31 * 60_000)
  await runAllJobsOnce(testApp.context)
  expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
})

test('a payment that could not be checked is counted, so that the command fails', async () => {
  await bookWithIntent()
  stripe.failNext('break')
  const lines: string[] = []
  expect(await reconcilePayments(testApp.context, (line) => lines.push(line))).toBe(1)
  expect(lines.filter((line) => line.endsWith('could not be checked, see the log'))).toHaveLength(1)
  expect(await reconcilePayments(testApp.context, () => {})).toBe(0)
})

test('a payment settled by a webhook after its intent ID was lost can be refunded', async () => {
  const { bookingID, intentID } = await bookAndLoseIntent()
  stripe.pay(intentID)
  await sendWebhook(stripe.message('payment_intent.succeeded', stripe.intents.get(intentID)))
  await denyAndRefund(bookingID)
  expect(refundsOf(intentID)).toHaveLength(1)
  expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Refunded' })
})

/** The provider is away while the clerk records the payment, so its intent stays open. */
async function payTwice() {
  const booked = await bookWithIntent()
  stripe.failNext('break')
  const body = { bookingID: booked.bookingID, paymentMethod: 'Cash' }
  expect((await clerk.call(paymentApi.update, { body })).status).toBe(200)
  stripe.pay(booked.intentID)
  return booked
}

test('a card payment after a counter payment is refunded when the page of the family asks about it', async () => {
  const { bookingID, intentID } = await payTwice()
  const { body } = await applicant.call(paymentApi.update, { body: { bookingID } })
  expect(body).toEqual({ success: true, bookingID, paymentStatus: 'Paid' })
  expect(refundsOf(intentID)).toHaveLength(1)
})

test('a card payment after a counter payment is refunded by reconciling', async () => {
  const { bookingID, paymentID, intentID } = await payTwice()
  expect(await reconcile()).toContain(`${paymentID} for ${bookingID}: surplus`)
  expect((await reconcile()).join()).not.toContain(bookingID)
  expect(refundsOf(intentID)).toHaveLength(1)
})

test('a lost card payment of a restored backup that is older than a month is found', async () => {
  const { bookingID, paymentID, intentID } = await bookAndLoseIntent()
  stripe.pay(intentID)
  testApp.advanceTime(40 * dayMs)
  expect(await reconcile()).toContain(`${paymentID} for ${bookingID}: settled`)
})

/** A booking and its payment, paid at the provider, that a restored database does not have. */
async function payUnknown(bookingID: string, paymentID: string) {
  const order = { bookingID, paymentID, amountCents: 380_000, currency: 'sgd' as const, idempotencyKey: paymentID }
  const { intentID } = await testApp.context.gateway.createIntent(order)
  const startedAt = new Date(stripe.pay(intentID).created * 1000)
  return { intentID, startedAt }
}

test('payments that the database does not know are named and shown on the page Money until they are known', async () => {
  const admin = await testApp.signIn('admin')
  const unknown = async () => (await admin.call(paymentApi.unknown, { query: {} })).body
  const paid = await payUnknown('B-UNKNOWN001', 'P-UNKNOWN001')
  const refunded = await payUnknown('B-UNKNOWN002', 'P-UNKNOWN002')
  await testApp.context.gateway.refund({ intentID: refunded.intentID, amountCents: 380_000, idempotencyKey: 'by hand' })
  await testApp.context.gateway.createIntent({
    bookingID: 'B-UNKNOWN003',
    paymentID: 'P-UNKNOWN003',
    amountCents: 1,
    currency: 'sgd',
    idempotencyKey: 'unpaid',
  })
  const lines = await reconcile()
  expect(lines.filter((line) => line.startsWith('not known here'))).toEqual([
    `not known here: SGD 3,800.00, ${formatDateTime(refunded.startedAt)}, booking B-UNKNOWN002, ${refunded.intentID}, refunded wholly or in part`,
    `not known here: SGD 3,800.00, ${formatDateTime(paid.startedAt)}, booking B-UNKNOWN001, ${paid.intentID}`,
  ])
  expect(lines.at(-2)).toMatch(
    /^2 payments not known here\. The page Money lists them.* Look for that booking before you/,
  )
  const shownAs = ({ intentID, startedAt }: typeof paid) => ({
    intentID,
    startedAt: startedAt.toISOString(),
    amount: '3800.00',
    currency: 'sgd',
  })
  expect(await unknown()).toEqual([
    { ...shownAs(paid), bookingID: 'B-UNKNOWN001', isRefunded: false },
    { ...shownAs(refunded), bookingID: 'B-UNKNOWN002', isRefunded: true },
  ])
  stripe.intents.delete(refunded.intentID)
  testApp.advanceTime(1)
  await reconcile()
  expect((await unknown()).map(({ intentID }) => intentID)).toEqual([paid.intentID])
  stripe.intents.delete(paid.intentID)
})

test('after a restore, payments since the backup are found although the backup is older than a month and has no unpaid booking', async () => {
  const { intentID } = await payUnknown('B-UNKNOWN004', 'P-UNKNOWN004')
  Object.assign(stripe.intents.get(intentID) ?? {}, {
    created: testApp.context.clock().getTime() / 1000 - 90 * 24 * 3600,
  })
  expect((await reconcile()).join()).not.toContain(intentID)
  const asOf = new Date(testApp.context.clock().getTime() - 91 * dayMs)
  await testApp.context.db.insert(restores).values({ restoredAt: testApp.context.clock(), asOf })
  expect((await reconcile()).join()).toContain(intentID)
  expect(await findRestoredAsOf(testApp.context.db)).toBeUndefined()
  stripe.intents.delete(intentID)
})

test('an unknown payment stays on the page Money until it is refunded, however long ago the restore was', async () => {
  const { intentID } = await payUnknown('B-UNKNOWN005', 'P-UNKNOWN005')
  const isListed = async () => {
    await reconcile()
    const admin = await testApp.signIn('admin')
    return (await admin.call(paymentApi.unknown, { query: {} })).body.some((payment) => payment.intentID === intentID)
  }
  expect(await isListed()).toBe(true)
  testApp.advanceTime(60 * dayMs)
  /** Ends the unpaid bookings of other tests, since which a comparison would look. */
  await runAllJobsOnce(testApp.context)
  expect(await isListed()).toBe(true)
  await testApp.context.gateway.refund({ intentID, amountCents: 380_000, idempotencyKey: 'by hand at last' })
  expect(await isListed()).toBe(true)
  expect(await findOldestUnknown(testApp.context.db)).toBeUndefined()
})

test('a payment that was refunded after the backup is named, and denying its booking again refunds it no second time', async () => {
  const { bookingID, paymentID, intentID } = await bookWithIntent()
  const { amount } = stripe.pay(intentID)
  await sendWebhook(stripe.message('payment_intent.succeeded', stripe.intents.get(intentID)))
  await testApp.context.gateway.refund({ intentID, amountCents: amount, idempotencyKey: 'made after the backup' })
  /** Other tests move the clock of the app, but not that of the provider. */
  Object.assign(stripe.refunds.at(-1) ?? {}, { created: testApp.context.clock().getTime() / 1000 })
  const line = `${paymentID} for ${bookingID}: refunded by the card provider, but paid here`
  expect(await reconcile()).toContain(line)
  await denyAndRefund(bookingID)
  expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Refunded' })
  expect(refundsOf(intentID)).toHaveLength(1)
  expect(await reconcile()).not.toContain(line)
})
