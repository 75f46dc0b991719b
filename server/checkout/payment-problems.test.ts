import { and, asc, eq, ne } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { ReturnMethod } from '#contract/payments/payment.ts'
import { auditLog, paymentEvents, users } from '#server/database/schema.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { readBooking } from '#test/booking-reads.ts'
import { prepareStripeApp } from '#test/stripe-app.ts'
import { prepareCaller } from '#test/test-app.ts'
import { reconcilePayments } from './reconcile.ts'

const { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook } = prepareStripeApp()
/** This clerk did not decide on the refunds. */
const colleague = prepareCaller(testApp, 'staff', 'each')
afterEach(() => {
  stripe.setRefundStatus('succeeded')
  stripe.failNext()
})

type Booked = Awaited<ReturnType<typeof bookWithIntent>>

const finalise = ({ bookingID }: Booked) => applicant.call(paymentApi.update, { body: { bookingID } })
/** The refund is requested once the denial can no longer be taken back. */
async function deny({ bookingID }: Booked) {
  const body = { bookingID, to: applicant.person.email, reason: 'Unreadable' }
  const answer = await clerk.call(bookingApi.deny, { body })
  testApp.advanceTime(secondsToUndoDenial * 1000)
  await requestDueRefunds(testApp.context)
  return answer
}

/** A booking that was paid by card and then denied, so that the refund is requested. */
async function bookAndDeny() {
  const booked = await bookWithIntent()
  stripe.pay(booked.intentID)
  expect((await finalise(booked)).status).toBe(200)
  expect((await deny(booked)).status).toBe(200)
  return booked
}

async function bookAndPayTooLittle() {
  const booked = await bookWithIntent()
  Object.assign(stripe.intents.get(booked.intentID) ?? {}, { amount: 100 })
  stripe.pay(booked.intentID)
  expect((await finalise(booked)).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
  return booked
}

const problemsOf = async ({ bookingID }: Booked) =>
  (await clerk.call(paymentApi.problems, { query: {} })).body.filter((problem) => problem.bookingID === bookingID)
const settle = async (booked: Booked, reason = 'Paid back by bank transfer', returnedBy?: ReturnMethod) => {
  const [problem] = await problemsOf(booked)
  return colleague.call(paymentApi.settleProblem, { body: { problemID: problem?.problemID ?? '', reason, returnedBy } })
}
const refundRequests = ({ intentID }: Booked) =>
  stripe.calls.filter(({ path, params }) => path === '/v1/refunds' && params.get('payment_intent') === intentID).length
const paymentStatusOf = async ({ bookingID }: Booked) => (await readBooking(applicant, bookingID))?.paymentStatus
const refundLetters = async ({ bookingID }: Booked) =>
  (await testApp.letters({ to: applicant.person.email, kind: 'refund', about: bookingID })).map(({ text }) => text)
const sendEvent = async (type: string, object: object) => {
  expect((await sendWebhook(stripe.message(type, object))).statusCode).toBe(200)
}
const runJobs = async () => {
  for (let round = 0; round < 3; round++) await runAllJobsOnce(testApp.context)
}

test('a refund that fails for good is shown to staff with person, booking, amount and reason, and is not retried', async () => {
  stripe.setRefundStatus('failed')
  const booked = await bookAndDeny()
  await runJobs()
  expect(refundRequests(booked)).toBe(1)
  expect(await problemsOf(booked)).toMatchObject([
    {
      kind: 'RefundFailed',
      bookingID: booked.bookingID,
      beneficiaryName: 'Tan Ah Kow',
      customerName: applicant.person.fullName,
      contactNumber: applicant.person.contactNumber,
      amount: '3800.00',
      currency: 'sgd',
      reason: 'The card was reported lost or stolen.',
    },
  ])
  const refunds = (await clerk.call(paymentApi.refunds, { query: {} })).body
  expect(refunds.find(({ bookingID }) => bookingID === booked.bookingID)).toMatchObject({
    beneficiaryName: 'Tan Ah Kow',
    failed: true,
  })
  expect(await paymentStatusOf(booked)).toBe('Refunding')
})

test('a failed refund settled by hand with a reason is refunded, audited and told to the family, once', async () => {
  const booked = await bookWithIntent()
  stripe.pay(booked.intentID)
  await finalise(booked)
  stripe.failNext('dispute')
  await deny(booked)
  const [problem] = await problemsOf(booked)
  expect(problem?.reason).toBe('The cardholder disputed the payment.')

  const unexplained = await settle(booked, '  ')
  expect([unexplained.status, unexplained.refusal.errors]).toEqual([400, { reason: 'Please give a reason.' }])
  const body = { problemID: problem?.problemID ?? '', reason: 'Paid back by bank transfer' }
  expect((await colleague.call(paymentApi.settleProblem, { body })).status).toBe(200)
  const again = await colleague.call(paymentApi.settleProblem, { body })
  expect([again.status, again.refusal.code]).toEqual([409, 'ALREADY_SETTLED'])

  expect(await problemsOf(booked)).toEqual([])
  expect(await paymentStatusOf(booked)).toBe('Refunded')
  const [letter, ...more] = await refundLetters(booked)
  expect(letter).toContain('It could not go back to your card')
  expect(more).toEqual([])
  const isAbout = eq(auditLog.subject, booked.bookingID)
  const entries = await testApp.context.db.select().from(auditLog).where(isAbout).orderBy(asc(auditLog.id))
  expect(entries.filter(({ action }) => action.startsWith('payment.')).map(({ action }) => action)).toEqual([
    'payment.refund_begun',
    'payment.refund_failed',
    'payment.refunded',
    'payment.settled_by_hand',
  ])
  expect(entries.at(-1)?.details).toMatchObject({ reason: body.reason })
  await runJobs()
  expect(refundRequests(booked)).toBe(1)
})

test('a refund that fails for now is retried and never shown as a problem', async () => {
  const booked = await bookWithIntent()
  stripe.pay(booked.intentID)
  await finalise(booked)
  stripe.failNext('lowBalance')
  await deny(booked)
  expect(await problemsOf(booked)).toEqual([])
  await runJobs()
  expect(await paymentStatusOf(booked)).toBe('Refunded')
})

test('a refund that succeeds first and fails later is owed again, and is reported once', async () => {
  const booked = await bookAndDeny()
  expect(await paymentStatusOf(booked)).toBe('Refunded')
  const refund = stripe.refunds.find(({ payment_intent }) => payment_intent === booked.intentID)
  const failed = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  await sendEvent('refund.failed', failed)
  await sendEvent('refund.updated', failed)
  expect(await paymentStatusOf(booked)).toBe('Refunding')
  expect(await problemsOf(booked)).toMatchObject([{ reason: 'The card has expired or was cancelled.' }])

  expect((await settle(booked)).status).toBe(200)
  await sendEvent('refund.updated', failed)
  expect(await paymentStatusOf(booked)).toBe('Refunded')
  expect(await problemsOf(booked)).toEqual([])
})

test('a failed refund that is made at the provider after all is no longer shown', async () => {
  stripe.setRefundStatus('failed')
  const booked = await bookAndDeny()
  await sendEvent('refund.updated', { id: 're_by_hand', payment_intent: booked.intentID, status: 'succeeded' })
  expect(await paymentStatusOf(booked)).toBe('Refunded')
  expect(await problemsOf(booked)).toEqual([])
})

test('a failed refund stays shown when a part of it is made at the provider, and no longer once all of it is', async () => {
  stripe.setRefundStatus('failed')
  const booked = await bookAndDeny()
  const made = { payment_intent: booked.intentID, status: 'succeeded' }
  await sendEvent('refund.updated', { ...made, id: 're_part', amount: 100_000 })
  expect(await paymentStatusOf(booked)).toBe('Refunding')
  expect(await problemsOf(booked)).toMatchObject([{ kind: 'RefundFailed', amount: '3800.00' }])
  await sendEvent('refund.updated', { ...made, id: 're_whole', amount: 380_000 })
  expect(await paymentStatusOf(booked)).toBe('Refunded')
  expect(await problemsOf(booked)).toEqual([])
})

test('a second payment that cannot be refunded is shown, and is not refunded after it was settled by hand', async () => {
  const booked = await bookWithIntent()
  stripe.startBankPayment(booked.intentID)
  await clerk.call(paymentApi.update, { body: { bookingID: booked.bookingID, paymentMethod: 'Cash' } })
  stripe.setRefundStatus('failed')
  stripe.pay(booked.intentID)
  await sendEvent('payment_intent.succeeded', stripe.intents.get(booked.intentID) ?? {})
  await runJobs()
  expect(refundRequests(booked)).toBe(1)
  const part = { id: 're_small', payment_intent: booked.intentID, status: 'succeeded', amount: 100 }
  await sendEvent('refund.updated', part)
  expect(await problemsOf(booked)).toMatchObject([{ kind: 'SurplusRefundFailed', amount: '3800.00' }])

  expect((await settle(booked, 'Agreed at the counter', 'Cheque')).status).toBe(200)
  const isReturned = and(eq(paymentEvents.paymentID, booked.paymentID), eq(paymentEvents.kind, 'surplus refunded'))
  expect(await testApp.context.db.select().from(paymentEvents).where(isReturned)).toMatchObject([
    { method: 'Cheque', movedCents: -380_000 },
  ])
  expect(await problemsOf(booked)).toEqual([])
  stripe.setRefundStatus('succeeded')
  await sendEvent('payment_intent.succeeded', stripe.intents.get(booked.intentID) ?? {})
  await runJobs()
  expect(refundRequests(booked)).toBe(1)
  expect(await paymentStatusOf(booked)).toBe('Paid')
  expect(await refundLetters(booked)).toHaveLength(1)
})

test('a payment with a wrong amount is shown once with both amounts, and settles nothing', async () => {
  const booked = await bookAndPayTooLittle()
  await finalise(booked)
  await sendEvent('payment_intent.succeeded', stripe.intents.get(booked.intentID) ?? {})
  expect(await problemsOf(booked)).toMatchObject([
    { kind: 'WrongAmount', amount: '1.00', reason: 'SGD 3,800.00 was due.', customerName: applicant.person.fullName },
  ])
  expect(await paymentStatusOf(booked)).toBe('Pending')
})

test('a wrong amount settled by hand is neither reported nor checked again', async () => {
  const booked = await bookAndPayTooLittle()
  expect((await settle(booked, 'The family pays the rest in cash')).status).toBe(200)
  const events = () => testApp.context.db.$count(paymentEvents, eq(paymentEvents.paymentID, booked.paymentID))
  const before = await events()
  await finalise(booked)
  await clerk.call(paymentApi.update, { body: { bookingID: booked.bookingID, paymentMethod: 'Cash' } })
  await runJobs()
  const lines: string[] = []
  await reconcilePayments(testApp.context, (line) => lines.push(line))
  expect(lines.filter((line) => line.includes(booked.paymentID))).toEqual([])
  expect(await problemsOf(booked)).toEqual([])
  expect(refundRequests(booked)).toBe(0)
  /** The counter payment is the only event. */
  expect((await events()) - before).toBe(1)
})

test('a wrong amount is refunded as a second payment when the counter takes the whole price, and is then settled', async () => {
  const booked = await bookAndPayTooLittle()
  await clerk.call(paymentApi.update, { body: { bookingID: booked.bookingID, paymentMethod: 'Cash' } })
  expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === booked.intentID)).toMatchObject([
    { amount: 100 },
  ])
  expect(await problemsOf(booked)).toEqual([])
})

test('a clerk who decided on a refund does not settle it by hand when it fails, but another does', async () => {
  stripe.setRefundStatus('failed')
  const booked = await bookAndDeny()
  await runJobs()
  const [problem] = await problemsOf(booked)
  const body = { problemID: problem?.problemID ?? '', reason: 'Paid back by bank transfer' }
  expect((await clerk.call(paymentApi.settleProblem, { body })).refusal.code).toBe('REFUND_BY_ANOTHER')
  expect(await paymentStatusOf(booked)).toBe('Refunding')
  expect((await colleague.call(paymentApi.settleProblem, { body })).status).toBe(200)
  expect(await paymentStatusOf(booked)).toBe('Refunded')
})

test('the only clerk settles by hand a failed refund on which they decided, and all admins are told', async () => {
  stripe.setRefundStatus('failed')
  const admin = await testApp.signIn('admin')
  const isOtherClerk = and(eq(users.role, 'staff'), ne(users.userID, clerk.person.userID))
  await testApp.context.db.update(users).set({ role: 'user' }).where(isOtherClerk)
  const booked = await bookAndDeny()
  await runJobs()
  const [problem] = await problemsOf(booked)
  const body = { problemID: problem?.problemID ?? '', reason: 'Paid back in cash', returnedBy: 'Cash' } as const
  expect((await clerk.call(paymentApi.settleProblem, { body })).status).toBe(200)
  const told = await testApp.letters({ to: admin.person.email, kind: 'returned-alone' })
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(booked.bookingID)])
})
