import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { houseApi } from '#contract/house/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { paymentEvents } from '#server/database/schema.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { bookUnpaid, submit, submitAtCounter } from '#test/booking-forms.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche } from '#test/factories.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { applyIntent } from './apply-intent.ts'
import { reconcilePayments } from './reconcile.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user', 'each')
const otherApplicant = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')

const goodCard = { number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }

const createIntent = (bookingID: string) => applicant.call(paymentApi.createIntent, { body: { bookingID } })
const finalise = (
  who: SignedInCaller,
  body: { bookingID: string; paymentMethod?: string; paymentAmount?: string; note?: string; confirmedAmount?: boolean },
) => who.call(paymentApi.update, { body })

const confirmedWaiver = { note: 'Decided by the committee', confirmedAmount: true }

async function payAtProvider(bookingID: string) {
  const { clientSecret } = (await createIntent(bookingID)).body
  const paid = await applicant.call(paymentApi.sandboxConfirm, { body: { clientSecret, ...goodCard } })
  expect(paid.status).toBe(200)
}

const letterKinds = async (email: string, bookingID: string) =>
  (await testApp.letters({ to: email, about: bookingID })).map(({ kind }) => kind)
const letHoldLapse = () => testApp.advanceTime(31 * 60_000)

describe('payments by an applicant', () => {
  test('a card payment is settled and its receipt is mailed once, unless another copy is requested', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    const answers = [await finalise(applicant, { bookingID }), await finalise(applicant, { bookingID })]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, bookingID, paymentStatus: 'Paid' })
    }
    expect(await readBooking(applicant, bookingID)).toMatchObject({
      bookingStatus: 'Pending',
      paymentStatus: 'Paid',
      holdExpiresAt: null,
    })
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['receipt'])
    const again = await applicant.call(paymentApi.sendReceipt, { body: { to: 'other@test.example', bookingID } })
    expect(again.status).toBe(200)
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['receipt'])
    await applicant.call(paymentApi.sendReceipt, { body: { bookingID, again: true } })
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['receipt', 'receipt'])
  })

  test('an intent without a booking ID is for the newest unpaid booking, and a second call returns the same one', async () => {
    await bookUnpaid(testApp.context, applicant)
    testApp.advanceTime(1000)
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const [first, second] = [await applicant.call(paymentApi.createIntent, { body: {} }), await createIntent(bookingID)]
    expect(first.body).toMatchObject({ bookingID, amount: '3800.00' })
    expect(second.body).toEqual(first.body)
  })

  test('the 101st attempt of one person to start a payment within ten minutes is refused', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    for (let started = 0; started < 100; started++) expect((await createIntent(bookingID)).status).toBe(200)
    const refused = await createIntent(bookingID)
    expect([refused.status, refused.refusal.code, refused.headers['retry-after']]).toEqual([429, 'THROTTLED', '600'])
    const other = await bookUnpaid(testApp.context, otherApplicant)
    expect((await otherApplicant.call(paymentApi.createIntent, { body: other })).status).toBe(200)
    testApp.advanceTime(10 * 60_000)
    expect((await createIntent(bookingID)).status).toBe(200)
  })

  test('finalising before the card has been charged is refused as not complete', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    for (const step of ['before', 'after'] as const) {
      if (step === 'after') await createIntent(bookingID)
      const { status, refusal } = await finalise(applicant, {
        bookingID,
        paymentAmount: '3800.00',
        paymentMethod: 'Cash',
      })
      expect(status).toBe(409)
      expect(refusal).toMatchObject({ success: false, code: 'PAYMENT_NOT_COMPLETE' })
    }
  })

  test('a declined card is refused with its reason, and another card can then pay', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const { clientSecret } = (await createIntent(bookingID)).body
    const bad = { clientSecret, ...goodCard, number: '4000 0000 0000 0002' }
    const declined = await applicant.call(paymentApi.sandboxConfirm, { body: bad })
    expect([declined.status, declined.refusal.error]).toEqual([402, 'Your card was declined.'])
    await payAtProvider(bookingID)
    expect((await finalise(applicant, { bookingID })).status).toBe(200)
  })

  test("every payment call for another applicant's booking returns 404", async () => {
    const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
    const calls = await Promise.all([
      otherApplicant.call(paymentApi.createIntent, { body: { bookingID } }),
      finalise(otherApplicant, { bookingID }),
      otherApplicant.call(paymentApi.byID, { query: { paymentID } }),
      otherApplicant.call(paymentApi.receipt, { query: { bookingID } }),
      otherApplicant.call(paymentApi.sendReceipt, { body: { bookingID } }),
      otherApplicant.call(bookingApi.cancel, { body: { bookingID } }),
    ])
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })

  test("an applicant's payment list contains settled payments and no unpaid ones", async () => {
    const someone = await testApp.signIn('user')
    const { bookingID } = await bookUnpaid(testApp.context, someone)
    expect((await someone.call(paymentApi.mine, { query: {} })).body).toEqual([])
    await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    expect((await someone.call(paymentApi.mine, { query: {} })).body).toMatchObject([
      { bookingID, amount: '3800.00', paymentMethod: 'Cash', beneficiaryName: 'Tan Ah Kow' },
    ])
  })
})

describe('late card payments', () => {
  test('a card payment finalised after the hold has lapsed settles a booking that has not been cancelled yet', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    letHoldLapse()
    expect((await finalise(applicant, { bookingID })).status).toBe(200)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
  })

  test('a card payment whose browser never came back is settled by the background job', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    letHoldLapse()
    await runAllJobsOnce(testApp.context)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
  })

  test('a card payment for an expired booking retakes its niche if that is still free', async () => {
    const { bookingID, nicheID } = await bookUnpaid(testApp.context, applicant)
    const { clientSecret } = (await createIntent(bookingID)).body
    letHoldLapse()
    await runAllJobsOnce(testApp.context)
    expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
    expect((await finalise(applicant, { bookingID })).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
    await applicant.call(paymentApi.sandboxConfirm, { body: { clientSecret, ...goodCard, expiry: '12/39' } })
    expect((await finalise(applicant, { bookingID })).status).toBe(200)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ bookingStatus: 'Pending', paymentStatus: 'Paid' })
    expect(await readNicheStatus(applicant, nicheID)).toBe('Pending')
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['hold expired', 'receipt'])
  })

  test.each(['the niche was taken', 'the applicant cancelled'])(
    'a late card payment is refunded if %s',
    async (why) => {
      const { bookingID, nicheID } = await bookUnpaid(testApp.context, applicant)
      const { clientSecret } = (await createIntent(bookingID)).body
      if (why === 'the applicant cancelled') await applicant.call(bookingApi.cancel, { body: { bookingID } })
      else {
        letHoldLapse()
        expect((await submit(otherApplicant, nicheID)).status).toBe(200)
      }
      const before = await readNicheStatus(applicant, nicheID)
      await applicant.call(paymentApi.sandboxConfirm, { body: { clientSecret, ...goodCard } })
      const answer = await finalise(applicant, { bookingID })
      expect([answer.status, answer.refusal.success]).toEqual([409, false])
      expect(await readBooking(applicant, bookingID)).toMatchObject({
        bookingStatus: 'Cancelled',
        paymentStatus: 'Refunded',
      })
      expect(await readNicheStatus(applicant, nicheID)).toBe(before)
      const kinds = await letterKinds(applicant.person.email, bookingID)
      expect(kinds.filter((kind) => kind !== 'hold expired')).toEqual(['late payment', 'refund'])
      expect(await letterKinds(clerk.person.email, bookingID)).toEqual(['late payment notice'])
    },
  )
})

describe('payments at the counter', () => {
  test.each([
    ['Current', 'Occupied'],
    ['PreOrder', 'Reserved'],
  ] as const)('paying a %s booking made at the counter confirms it, and the niche becomes %s', async (type, niche) => {
    const { nicheID } = await makeNiche(testApp.context)
    const { bookingID } = (await submitAtCounter(clerk, applicant.person, nicheID, type)).body
    const first = await finalise(clerk, { bookingID, paymentMethod: 'Cash', paymentAmount: '3800.00' })
    expect(first.body).toEqual({ success: true, bookingID, paymentStatus: 'Paid' })
    expect((await finalise(clerk, { bookingID, paymentMethod: 'Cheque', paymentAmount: '1.00' })).body).toEqual(
      first.body,
    )
    expect(await readBooking(applicant, bookingID)).toMatchObject({
      bookingStatus: 'Confirmed',
      bookingType: type,
      paymentAmount: '3800.00',
      paymentMethod: 'Cash',
    })
    expect(await readNicheStatus(applicant, nicheID)).toBe(niche)
  })

  test('an amount other than the one due needs a reason and a confirmation, which the history shows', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const cash = { bookingID, paymentMethod: 'Cash', paymentAmount: '100.00' }
    const withoutReason = await finalise(clerk, { ...cash, note: '  ', confirmedAmount: true })
    expect([withoutReason.status, withoutReason.refusal.errors]).toEqual([
      400,
      { note: 'Please give a reason for the other amount.' },
    ])
    const unconfirmed = await finalise(clerk, { ...cash, note: 'First of two parts', confirmedAmount: false })
    expect([unconfirmed.status, unconfirmed.refusal.code]).toEqual([409, 'AMOUNT_DIFFERS'])
    expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Pending' })

    expect((await finalise(clerk, { ...cash, note: 'First of two parts', confirmedAmount: true })).status).toBe(200)
    const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
    expect(body.history.at(-1)).toMatchObject({
      event: 'finalise',
      reason: 'SGD 100.00 instead of SGD 3,800.00. First of two parts',
    })
  })

  test('a waiver without a reason or a confirmation is recorded in the demo, as the specification says', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const waived = await finalise(clerk, { bookingID, paymentMethod: 'Waived', paymentAmount: '0.00' })
    expect(waived.body).toMatchObject({ success: true, paymentStatus: 'Waived' })
    const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
    expect(body.history.at(-1)?.reason).toBe('Waived instead of SGD 3,800.00.')
  })

  test('waiving the fee needs a reason and a confirmation, records 0.00 and leaves the booking pending', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const waiver = { bookingID, paymentMethod: 'Waived', paymentAmount: '0.00' }
    const bare = await finalise(clerk, { ...waiver, confirmedAmount: true, note: ' ' })
    expect(bare.refusal.errors).toEqual({ note: 'Please give a reason for the waiver.' })
    const note = 'Decided by the committee'
    const unconfirmed = await finalise(clerk, { ...waiver, note, confirmedAmount: false })
    expect([unconfirmed.status, unconfirmed.refusal.code]).toEqual([409, 'AMOUNT_DIFFERS'])
    const waived = await finalise(clerk, { ...waiver, note, confirmedAmount: true })
    expect(waived.body.paymentStatus).toBe('Waived')
    const { body } = await clerk.call(bookingApi.approval, { params: { bookingID } })
    expect(body.history.at(-1)?.reason).toBe('Waived instead of SGD 3,800.00. Decided by the committee')
    expect(await readBooking(applicant, bookingID)).toMatchObject({
      bookingStatus: 'Pending',
      paymentAmount: '0.00',
      paymentStatus: 'Waived',
    })
  })

  test.each([
    { paymentMethod: 'Credit Card' },
    { paymentMethod: 'Shells' },
    {},
    { paymentMethod: 'Cash', paymentAmount: '-1' },
    { paymentMethod: 'Cash', paymentAmount: '1.005' },
    { paymentMethod: 'Cash', paymentAmount: '1000000.01' },
  ])('a counter payment with %j is refused with the specified sentence', async (payment) => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const { status, refusal } = await finalise(clerk, { bookingID, ...payment })
    expect([status, refusal.error]).toEqual([400, 'Please enter both payment method and amount.'])
  })

  test('a card payment for a booking already settled at the counter is refunded as a surplus, and both are in the audit log', async () => {
    const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    expect((await finalise(clerk, { bookingID, paymentMethod: 'Cash' })).status).toBe(200)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Paid', paymentMethod: 'Cash' })
    const letters = await testApp.letters({ about: bookingID })
    expect(letters.map(({ subject }) => subject).toSorted()).toEqual([
      `A second payment for booking ${bookingID} has been returned`,
      `Receipt for booking ${bookingID}`,
    ])
    const logged = (await testApp.auditEntries({ subject: bookingID })).map(({ action, details }) => [action, details])
    const details = { paymentID, amountCents: 380_000 }
    expect(logged.slice(-2)).toEqual([
      ['payment.surplus', details],
      ['payment.surplus_refunded', details],
    ])
  })

  test('a surplus that the counter, the page and the webhook bring is recorded once', async () => {
    const { db } = testApp.context
    const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    const isSurplus = and(eq(paymentEvents.paymentID, paymentID), eq(paymentEvents.kind, 'surplus'))
    const [surplus] = await db.select().from(paymentEvents).where(isSurplus)
    const { intentID } = (surplus?.details ?? {}) as { intentID: string }
    expect(await applyIntent(testApp.context, intentID, 'evt_later')).toBe('known')
    expect(await db.$count(paymentEvents, isSurplus)).toBe(1)
  })

  test('a refund of a cash payment can be settled at the counter once', async () => {
    const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
    await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    await clerk.call(bookingApi.deny, { body: { to: applicant.person.email, reason: 'A test', bookingID } })
    const due = (await clerk.call(paymentApi.refunds, { query: {} })).body.find((each) => each.paymentID === paymentID)
    expect(due).toMatchObject({ bookingID, paymentStatus: 'Refunding', customerName: applicant.person.fullName })
    const colleague = await testApp.signIn('staff')
    expect((await colleague.call(paymentApi.settleRefund, { body: { paymentID } })).status).toBe(200)
    expect((await colleague.call(paymentApi.settleRefund, { body: { paymentID } })).refusal.code).toBe('REFUND_NOT_DUE')
    expect((await readBooking(applicant, bookingID))?.paymentStatus).toBe('Refunded')
  })

  test('a refund of a card payment is made by the provider and cannot be settled at the counter', async () => {
    const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    await finalise(applicant, { bookingID })
    await clerk.call(bookingApi.deny, { body: { to: applicant.person.email, reason: 'A test', bookingID } })
    testApp.advanceTime(secondsToUndoDenial * 1000)
    await requestDueRefunds(testApp.context)
    expect((await readBooking(applicant, bookingID))?.paymentStatus).toBe('Refunded')
    expect((await clerk.call(paymentApi.settleRefund, { body: { paymentID } })).refusal.code).toBe('REFUND_NOT_DUE')
  })
})

describe('receipts', () => {
  test('a receipt names the issuer, the tax and the last digits of the card, on screen and in the letter', async () => {
    await (await testApp.signIn('admin')).call(houseApi.save, { body: sampleHouse })
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    await finalise(applicant, { bookingID })
    const receipt = await applicant.call(paymentApi.receipt, { query: { bookingID } })
    expect(receipt.body).toMatchObject({ paymentMethod: 'Credit Card', cardLast4: '4242' })
    const [letter] = await testApp.letters({ to: applicant.person.email, kind: 'receipt' })
    expect(letter?.text).toMatch(/Card: +Ending in 4242\n/)
    expect(letter?.text).toContain(
      'Issued by Hill House & Garden, 7 Hill Street, Singapore 179370. Registration number T11SS1111B.\n\nGST is included.\n',
    )
  })

  test('a receipt of cash has no card', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    expect((await applicant.call(paymentApi.receipt, { query: { bookingID } })).body.cardLast4).toBeNull()
    const [letter] = await testApp.letters({ to: applicant.person.email, kind: 'receipt' })
    expect(letter?.text).not.toContain('Ending in')
  })

  const send = (who: SignedInCaller, body: { bookingID: string; again?: boolean }) =>
    who.call(paymentApi.sendReceipt, { body })

  test.each([
    ['Cash', 'Current'],
    ['Cheque', 'PreOrder'],
    ['Card', 'Current'],
    ['Waived', 'Current'],
  ] as const)(
    'the receipt and the decision of %s recorded at the counter for a %s booking are written once, by the server',
    async (method, type) => {
      const { nicheID } = await makeNiche(testApp.context)
      const { bookingID } = (await submitAtCounter(clerk, applicant.person, nicheID, type)).body
      const kinds = ['receipt', type === 'PreOrder' ? 'pre-order confirmed' : 'approved']
      const payment = { bookingID, paymentMethod: method, ...(method === 'Waived' && confirmedWaiver) }
      await finalise(clerk, payment)
      expect(await letterKinds(applicant.person.email, bookingID)).toEqual(kinds)
      await finalise(clerk, payment)
      await send(clerk, { bookingID })
      expect(await letterKinds(applicant.person.email, bookingID)).toEqual(kinds)
    },
  )

  test("the receipt of an applicant's own booking paid at the counter is queued once", async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['receipt'])
  })

  test('the receipt of a payment settled by reconciling is queued once', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    await payAtProvider(bookingID)
    await reconcilePayments(testApp.context, () => undefined)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(['receipt'])
  })

  test('a payment stays unsettled if its receipt cannot be queued', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const { db } = testApp.context
    await db.execute(sql`alter table outbox add constraint no_receipts check (kind <> 'receipt') not valid`)
    const answer = await finalise(clerk, { bookingID, paymentMethod: 'Cash' })
    await db.execute(sql`alter table outbox drop constraint no_receipts`)
    expect(answer.status).toBe(500)
    expect(await readBooking(applicant, bookingID)).toMatchObject({ paymentStatus: 'Pending' })
  })

  test('more than three receipt copies in an hour are refused, for that payment only', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const other = await bookUnpaid(testApp.context, applicant)
    for (const paid of [bookingID, other.bookingID]) await finalise(clerk, { bookingID: paid, paymentMethod: 'Cash' })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(applicant, { bookingID, again: true })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
    const refused = await send(clerk, { bookingID, again: true })
    expect([refused.status, refused.refusal.code]).toEqual([429, 'THROTTLED'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(applicant, { bookingID })).status).toBe(200)
    expect(await letterKinds(applicant.person.email, bookingID)).toEqual(Array(4).fill('receipt'))
    expect((await send(applicant, { bookingID: other.bookingID, again: true })).status).toBe(200)

    testApp.advanceTime(61 * 60_000)
    expect((await send(clerk, { bookingID, again: true })).status).toBe(200)
  })

  test('a late payment that is refunded at once gets no receipt', async () => {
    const { bookingID } = await bookUnpaid(testApp.context, applicant)
    const { clientSecret } = (await createIntent(bookingID)).body
    await applicant.call(bookingApi.cancel, { body: { bookingID } })
    await applicant.call(paymentApi.sandboxConfirm, { body: { clientSecret, ...goodCard } })
    await reconcilePayments(testApp.context, () => undefined)
    expect((await letterKinds(applicant.person.email, bookingID)).toSorted()).toEqual(['late payment', 'refund'])
  })
})

test('an unsigned webhook message is refused', async () => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: paymentApi.webhook.path,
    payload: { type: 'payment_intent.succeeded' },
  })
  expect(answer.statusCode).toBe(400)
})

test('the thirty-first question whether a booking is paid within ten minutes is refused', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  const statuses = await Promise.all(
    Array.from({ length: 31 }, async () => (await finalise(applicant, { bookingID })).status),
  )
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array(30).fill(409), 429])
})

test('two questions about one payment reach the provider two seconds apart', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  expect((await applicant.call(paymentApi.createIntent, { body: { bookingID } })).status).toBe(200)
  const start = performance.now()
  for (let question = 0; question < 2; question += 1)
    expect((await finalise(applicant, { bookingID })).status).toBe(409)
  expect(performance.now() - start).toBeGreaterThan(1990)
})
