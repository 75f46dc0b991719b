import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { updateUser } from '#server/accounts/queries.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { readBooking } from '../booking-reads.ts'
import { prepareStripeApp } from '../stripe-app.ts'

const { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook } = prepareStripeApp()

type Booked = Awaited<ReturnType<typeof bookWithIntent>>

const reportFromBrowser = ({ bookingID }: Booked) => applicant.call(paymentApi.update, { body: { bookingID } })
const runJobs = () => runAllJobsOnce(testApp.context)
const webhook = ({ intentID }: Booked, eventID = `evt_${intentID}`) =>
  sendWebhook(stripe.message('payment_intent.succeeded', stripe.intents.get(intentID), eventID))

/** The card is charged, and nobody has told Columba yet. */
async function bookAndCharge() {
  const booked = await bookWithIntent()
  stripe.pay(booked.intentID)
  return booked
}
const readPaymentStatus = async ({ bookingID }: Booked) => (await readBooking(applicant, bookingID))?.paymentStatus
const refundsOf = ({ intentID }: Booked) => stripe.refunds.filter(({ payment_intent }) => payment_intent === intentID)
const countReceipts = async ({ bookingID }: Booked) =>
  (await testApp.letters({ kind: 'receipt', about: bookingID })).length
const paid = { bookingStatus: 'Pending', paymentStatus: 'Paid' }
const lapseHold = () => testApp.advanceTime(31 * 60_000)

async function editEmail() {
  const { userID, email } = applicant.person
  await updateUser(testApp.context.db, userID, { email: `new.${email}` })
}

const reporters: Record<string, (booked: Booked) => Promise<unknown>> = {
  browser: reportFromBrowser,
  webhook: (booked) => webhook(booked),
  sweeper: runJobs,
}
const orders = [
  ['browser', 'webhook', 'sweeper'],
  ['browser', 'sweeper', 'webhook'],
  ['webhook', 'browser', 'sweeper'],
  ['webhook', 'sweeper', 'browser'],
  ['sweeper', 'browser', 'webhook'],
  ['sweeper', 'webhook', 'browser'],
]

describe('one payment', () => {
  test.each(orders)('a payment reported by the %s, then the %s, then the %s is recorded once', async (...order) => {
    const booked = await bookAndCharge()
    lapseHold()
    for (const reporter of order) await reporters[reporter]?.(booked)
    expect(await readBooking(applicant, booked.bookingID)).toMatchObject(paid)
    expect(await countReceipts(booked)).toBe(1)
  })

  test('a payment reported by all reporters at the same moment, several times, is recorded once', async () => {
    const booked = await bookAndCharge()
    lapseHold()
    const reports = [1, 2, 3].flatMap((time) => [
      reportFromBrowser(booked),
      webhook(booked),
      webhook(booked, `evt_again_${time}`),
      runJobs(),
    ])
    await Promise.all(reports)
    expect(await readBooking(applicant, booked.bookingID)).toMatchObject(paid)
    expect(await countReceipts(booked)).toBe(1)
    expect(refundsOf(booked)).toEqual([])
  })

  test.each(['the counter first', 'the provider first'])(
    'a payment reported by the provider and the counter at the same moment, %s, has one receipt, even when it is requested again',
    async (order) => {
      const booked = await bookAndCharge()
      const { bookingID } = booked
      const counter = () => clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
      const reporters = [counter, () => webhook(booked), () => reportFromBrowser(booked)]
      await Promise.all((order === 'the counter first' ? reporters : reporters.toReversed()).map((report) => report()))
      expect(await readPaymentStatus(booked)).toBe('Paid')
      expect(await countReceipts(booked)).toBe(1)
      await applicant.call(paymentApi.sendReceipt, { body: { bookingID } })
      expect(await countReceipts(booked)).toBe(1)
    },
  )

  test('a payment made while the family cancels is either recorded or refunded', async () => {
    for (let time = 0; time < 6; time++) {
      const booked = await bookAndCharge()
      const cancel = () => applicant.call(bookingApi.cancel, { body: { bookingID: booked.bookingID } })
      const [paid, cancelled] = await Promise.all(
        time % 2 ? [reportFromBrowser(booked), cancel()] : [cancel().then(() => reportFromBrowser(booked)), cancel()],
      )
      await webhook(booked)
      const after = await readBooking(applicant, booked.bookingID)
      const refundCount = refundsOf(booked).length
      if (after?.bookingStatus === 'Cancelled') {
        expect([cancelled?.status, paid?.status, after.paymentStatus, refundCount]).toEqual([200, 409, 'Refunded', 1])
      } else expect([paid?.status, cancelled?.status, after?.paymentStatus, refundCount]).toEqual([200, 409, 'Paid', 0])
    }
  })
})

describe('the card provider', () => {
  test.each([
    ['amount', { amount: 379_999 }],
    ['currency', { currency: 'usd' }],
  ])('a succeeded intent with a different %s does not settle the payment', async (_what, change) => {
    const booked = await bookWithIntent()
    Object.assign(stripe.pay(booked.intentID), change)
    expect((await reportFromBrowser(booked)).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
    expect((await webhook(booked)).statusCode).toBe(200)
    expect(await readPaymentStatus(booked)).toBe('Pending')
  })

  test('a failure event that arrives after a success leaves the payment paid', async () => {
    const booked = await bookAndCharge()
    await webhook(booked)
    const late = stripe.message('payment_intent.payment_failed', stripe.intents.get(booked.intentID))
    expect((await sendWebhook(late)).statusCode).toBe(200)
    expect(await readPaymentStatus(booked)).toBe('Paid')
  })

  test.each([
    ['the family has changed its email address', () => editEmail()],
    ['the provider has forgotten the idempotency key', async () => stripe.forgetKeys()],
  ])('requesting an intent again returns the same one when %s', async (_what, change) => {
    const booked = await bookWithIntent()
    await change()
    const again = await applicant.call(paymentApi.createIntent, { body: { bookingID: booked.bookingID } })
    expect(again.body.clientSecret).toMatch(new RegExp(`^${booked.intentID}_secret`))
  })

  test('a webhook signed with another secret is refused, and an event for an unknown intent changes nothing', async () => {
    const booked = await bookWithIntent()
    const intent = stripe.pay(booked.intentID)
    const forged = stripe.message('payment_intent.succeeded', intent, 'evt_forged', 'whsec_guess')
    expect((await sendWebhook(forged)).statusCode).toBe(400)
    expect(await readPaymentStatus(booked)).toBe('Pending')
    const foreign = stripe.message('payment_intent.succeeded', { ...intent, id: 'pi_unknown' })
    expect((await sendWebhook(foreign)).statusCode).toBe(200)
    await reportFromBrowser(booked)
  })

  test('a refund that fails when a booking is denied is tried again and made once', async () => {
    const booked = await bookAndCharge()
    await reportFromBrowser(booked)
    stripe.failNext('break')
    const body = { to: applicant.person.email, reason: 'A test', bookingID: booked.bookingID }
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
    testApp.advanceTime(secondsToUndoDenial * 1000)
    await requestDueRefunds(testApp.context)
    expect(await readPaymentStatus(booked)).toBe('Refunding')
    await Promise.all([runJobs(), runJobs()])
    expect(await readPaymentStatus(booked)).toBe('Refunded')
    expect(refundsOf(booked)).toHaveLength(1)
    expect(await testApp.letters({ kind: 'refund', about: booked.bookingID })).toHaveLength(1)
  })
})

describe('a surplus payment by card, after the counter has taken the money', () => {
  async function paidTwice(refund: 'pending' | 'failed') {
    const booked = await bookAndCharge()
    stripe.setRefundStatus(refund)
    const body = { bookingID: booked.bookingID, paymentMethod: 'Cash' }
    expect((await clerk.call(paymentApi.update, { body })).status).toBe(200)
    stripe.setRefundStatus('succeeded')
    return booked
  }
  const surplusLetters = async ({ bookingID }: Booked) =>
    (await testApp.letters()).filter(
      ({ subject }) => subject === `A second payment for booking ${bookingID} has been returned`,
    ).length

  test('a surplus payment whose refund fails for good waits for a clerk, and the family is told once it is settled', async () => {
    const booked = await paidTwice('failed')
    stripe.forgetKeys()
    await runJobs()
    expect(await surplusLetters(booked)).toBe(0)
    expect(refundsOf(booked)).toHaveLength(1)
    const problems = (await clerk.call(paymentApi.problems, { query: {} })).body
    const problemID = problems.find(({ bookingID }) => bookingID === booked.bookingID)?.problemID ?? ''
    const body = { problemID, reason: 'Paid back by bank transfer' }
    const colleague = await testApp.signIn('staff')
    const answers = await Promise.all([body, body].map((body) => colleague.call(paymentApi.settleProblem, { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await runJobs()
    expect(await surplusLetters(booked)).toBe(1)
  })

  test('a surplus payment with a pending refund is refunded once, and the family is told when the provider reports success', async () => {
    const booked = await paidTwice('pending')
    await runJobs()
    expect(await surplusLetters(booked)).toBe(0)
    const refund = refundsOf(booked)[0]
    expect((await sendWebhook(stripe.message('refund.updated', { ...refund, status: 'succeeded' }))).statusCode).toBe(
      200,
    )
    await runJobs()
    expect(await surplusLetters(booked)).toBe(1)
    expect(refundsOf(booked)).toHaveLength(1)
  })
})

test('two clerks who decide on one booking at the same moment make one decision, and the other is told who made it', async () => {
  const booked = await bookAndCharge()
  await reportFromBrowser(booked)
  const other = await testApp.signIn('staff')
  const { bookingID } = booked
  const deny = { to: applicant.person.email, reason: 'A test', bookingID }
  const answers = await Promise.all([
    clerk.call(bookingApi.approve, { body: { bookingID } }),
    other.call(bookingApi.deny, { body: deny }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.refusal.error).toMatch(/It was (approved|denied) by Tan Mei Ling, \d{1,2} \w{3} \d{4}, \d\d:\d\d\./)
})
