import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { runAllJobsOnce } from '#server/background-jobs.ts'
import { createLog } from '#server/log.ts'
import { createStripeGateway } from '#server/payments/stripe.ts'
import { submit } from '../booking-forms.ts'
import { makeNiche } from '../factories.ts'
import { startStripe } from '../fakes/stripe.ts'
import { expectInvariants } from '../invariants.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let stripe: Awaited<ReturnType<typeof startStripe>>
let applicant: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  stripe = await startStripe()
  testApp = await startTestApp({}, { gateway: createStripeGateway(stripe.settings, createLog('silent')) })
})
beforeEach(async () => {
  applicant = await testApp.signIn('user')
  clerk = await testApp.signIn('staff')
})
afterAll(async () => {
  await expectInvariants(testApp.context.db)
  await testApp.close()
  await stripe.close()
})

async function bookedWithIntent() {
  const { nicheID } = await makeNiche(testApp.context)
  const { bookingID } = (await submit(applicant, nicheID)).body
  const { clientSecret } = (await applicant.call(paymentApi.createIntent, { body: { bookingID } })).body
  return { bookingID, nicheID, intentID: clientSecret.split('_secret')[0] ?? '' }
}
type Booked = Awaited<ReturnType<typeof bookedWithIntent>>

const browser = ({ bookingID }: Booked) => applicant.call(paymentApi.update, { body: { bookingID } })
const sweeper = () => runAllJobsOnce(testApp.context)
const webhook = ({ intentID }: Booked, eventID = `evt_${intentID}`) =>
  post(stripe.message('payment_intent.succeeded', stripe.intents.get(intentID), eventID))

const post = ({ payload, signature }: ReturnType<typeof stripe.message>) =>
  testApp.app.inject({
    method: 'POST',
    url: paymentApi.webhook.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

const own = async ({ bookingID }: Booked) => (await applicant.call(bookingApi.byID, { query: { bookingID } })).body[0]
const receipts = async ({ bookingID }: Booked) =>
  (await testApp.letters()).filter(({ kind, text }) => kind === 'receipt' && text.includes(bookingID)).length
const passHold = () => {
  testApp.time.now = new Date(testApp.time.now.getTime() + 31 * 60_000)
}

async function editEmail() {
  const { person } = applicant
  const email = `new.${person.email}`
  const body = { ...person, email, username: `mei${person.contactNumber}`, userAddress: '9 Holland Road' }
  expect((await applicant.call(accountApi.edit, { body })).status).toBe(200)
}

const reporters: Record<string, (booked: Booked) => Promise<unknown>> = {
  browser,
  webhook: (it) => webhook(it),
  sweeper,
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
  test.each(orders)('is taken once when told by the %s, then the %s, then the %s', async (...order) => {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    passHold()
    for (const teller of order) await reporters[teller]?.(booked)
    expect(await own(booked)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
    expect(await receipts(booked)).toBe(1)
  })

  test('is taken once when all tell of it at the same moment, several times over', async () => {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    passHold()
    const told = [1, 2, 3].flatMap((time) => [
      browser(booked),
      webhook(booked),
      webhook(booked, `evt_again_${time}`),
      sweeper(),
    ])
    await Promise.all(told)
    expect(await own(booked)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
    expect(await receipts(booked)).toBe(1)
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === booked.intentID)).toEqual([])
  })

  test.each(['the counter first', 'the provider first'])(
    'told of by the provider and the counter at the same moment, %s, has one receipt, also when it is asked for',
    async (order) => {
      const booked = await bookedWithIntent()
      const { bookingID } = booked
      stripe.pay(booked.intentID)
      const counter = () => clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
      const reporters = [counter, () => webhook(booked), () => browser(booked)]
      await Promise.all((order === 'the counter first' ? reporters : reporters.toReversed()).map((tell) => tell()))
      expect((await own(booked))?.paymentStatus).toBe('Paid')
      expect(await receipts(booked)).toBe(1)
      await applicant.call(paymentApi.sendReceipt, { body: { bookingID } })
      expect(await receipts(booked)).toBe(1)
    },
  )

  test('is either taken or returned when the family cancels at the same moment', async () => {
    for (let time = 0; time < 6; time++) {
      const booked = await bookedWithIntent()
      stripe.pay(booked.intentID)
      const cancel = () => applicant.call(bookingApi.cancel, { body: { bookingID: booked.bookingID } })
      const [paid, cancelled] = await Promise.all(
        time % 2 ? [browser(booked), cancel()] : [cancel().then(() => browser(booked)), cancel()],
      )
      await webhook(booked)
      const after = await own(booked)
      const returned = stripe.refunds.filter(({ payment_intent }) => payment_intent === booked.intentID).length
      if (after?.bookingStatus === 'Cancelled') {
        expect([cancelled?.status, paid?.status, after.paymentStatus, returned]).toEqual([200, 409, 'Refunded', 1])
      } else expect([paid?.status, cancelled?.status, after?.paymentStatus, returned]).toEqual([200, 409, 'Paid', 0])
    }
  })
})

describe('the provider', () => {
  test.each([
    ['amount', { amount: 379_999 }],
    ['currency', { currency: 'usd' }],
  ])('is not believed when the %s is another', async (_what, change) => {
    const booked = await bookedWithIntent()
    Object.assign(stripe.pay(booked.intentID), change)
    expect((await browser(booked)).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
    expect((await webhook(booked)).statusCode).toBe(200)
    expect((await own(booked))?.paymentStatus).toBe('Pending')
  })

  test('tells of a failure after a success, and the payment stays', async () => {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    await webhook(booked)
    const late = stripe.message('payment_intent.payment_failed', stripe.intents.get(booked.intentID))
    const headers = { 'content-type': 'application/json', 'stripe-signature': late.signature }
    const answer = await testApp.app.inject({
      method: 'POST',
      url: paymentApi.webhook.path,
      headers,
      payload: late.payload,
    })
    expect(answer.statusCode).toBe(200)
    expect((await own(booked))?.paymentStatus).toBe('Paid')
  })

  test.each([
    ['the family has another e-mail address', () => editEmail()],
    ['a day has passed', async () => stripe.forgetKeys()],
  ])('gives the same intent again when %s', async (_what, happens) => {
    const booked = await bookedWithIntent()
    await happens()
    const again = await applicant.call(paymentApi.createIntent, { body: { bookingID: booked.bookingID } })
    expect(again.body.clientSecret).toMatch(new RegExp(`^${booked.intentID}_secret`))
  })

  test('is not who signs with another secret, and an event about nobody changes nothing', async () => {
    const booked = await bookedWithIntent()
    const intent = stripe.pay(booked.intentID)
    const forged = stripe.message('payment_intent.succeeded', intent, 'evt_forged', 'whsec_guess')
    const headers = { 'content-type': 'application/json', 'stripe-signature': forged.signature }
    const url = paymentApi.webhook.path
    expect((await testApp.app.inject({ method: 'POST', url, headers, payload: forged.payload })).statusCode).toBe(400)
    expect((await own(booked))?.paymentStatus).toBe('Pending')
    const foreign = stripe.message('payment_intent.succeeded', { ...intent, id: 'pi_unknown' })
    const signed = { ...headers, 'stripe-signature': foreign.signature }
    expect(
      (await testApp.app.inject({ method: 'POST', url, headers: signed, payload: foreign.payload })).statusCode,
    ).toBe(200)
    await browser(booked)
  })

  test('that is away when a booking is denied is asked again, and the money goes back once', async () => {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    await browser(booked)
    stripe.failNext('break')
    const body = { to: applicant.person.email, reason: 'A test', bookingID: booked.bookingID }
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
    expect((await own(booked))?.paymentStatus).toBe('Refunding')
    await Promise.all([sweeper(), sweeper()])
    expect((await own(booked))?.paymentStatus).toBe('Refunded')
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === booked.intentID)).toHaveLength(1)
    const letters = (await testApp.letters()).filter(
      ({ kind, text }) => kind === 'refund' && text.includes(booked.bookingID),
    )
    expect(letters).toHaveLength(1)
  })
})

describe('a second payment, by card for what the counter has taken', () => {
  async function paidTwice(refund: 'pending' | 'failed') {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    stripe.setRefundStatus(refund)
    const body = { bookingID: booked.bookingID, paymentMethod: 'Cash' }
    expect((await clerk.call(paymentApi.update, { body })).status).toBe(200)
    stripe.setRefundStatus('succeeded')
    return booked
  }
  const told = async ({ bookingID }: Booked) =>
    (await testApp.letters()).filter(
      ({ subject }) => subject === `A second payment for booking ${bookingID} has been returned`,
    ).length

  test('that could not be returned stays owed, and is told of once it is', async () => {
    const booked = await paidTwice('failed')
    await sweeper()
    expect(await told(booked)).toBe(0)
    stripe.forgetKeys()
    await sweeper()
    await sweeper()
    expect(await told(booked)).toBe(1)
  })

  test('that is on its way back is told of when the provider says that it has arrived', async () => {
    const booked = await paidTwice('pending')
    await sweeper()
    expect(await told(booked)).toBe(0)
    const refund = stripe.refunds.find(({ payment_intent }) => payment_intent === booked.intentID)
    expect((await post(stripe.message('refund.updated', { ...refund, status: 'succeeded' }))).statusCode).toBe(200)
    await sweeper()
    expect(await told(booked)).toBe(1)
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === booked.intentID)).toHaveLength(1)
  })
})

describe('two clerks', () => {
  test('who act on one booking together make one decision, and the other is told who made it', async () => {
    const booked = await bookedWithIntent()
    stripe.pay(booked.intentID)
    await browser(booked)
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
})
