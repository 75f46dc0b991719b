import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { paymentEvents, paymentProblems } from '#server/database/schema.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { findAllViolations } from '#test/find-violations.ts'
import { prepareStripeApp } from '#test/stripe-app.ts'
import { prepareCaller } from '#test/test-app.ts'
import { reconcilePayments } from './reconcile.ts'

const { testApp, stripe, applicant, clerk, bookWithIntent, sendWebhook } = prepareStripeApp()
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

type Booked = Awaited<ReturnType<typeof bookWithIntent>>

async function bookAndPay() {
  const booked = await bookWithIntent()
  stripe.pay(booked.intentID)
  expect((await applicant.call(paymentApi.update, { body: { bookingID: booked.bookingID } })).status).toBe(200)
  return booked
}

const tell = async (event: string, dispute: object) => {
  expect((await sendWebhook(stripe.message(`charge.dispute.${event}`, dispute))).statusCode).toBe(200)
}

/** As Stripe tells it: the dispute, and then that the money is gone. */
async function dispute({ intentID }: Booked) {
  const opened = stripe.openDispute(intentID)
  await tell('created', opened)
  await tell('funds_withdrawn', stripe.withdrawDisputed(opened.id))
  return opened.id
}

async function close(disputeID: string, status: 'won' | 'lost') {
  const closed = stripe.closeDispute(disputeID, status)
  await tell('closed', closed)
  if (status === 'won') await tell('funds_reinstated', closed)
}

const problemsOf = async ({ bookingID }: Booked) =>
  (await clerk.call(paymentApi.problems, { query: {} })).body.filter((problem) => problem.bookingID === bookingID)
const settle = async (booked: Booked, kind: string) => {
  const { problemID = '' } = (await problemsOf(booked)).find((problem) => problem.kind === kind) ?? {}
  return colleague.call(paymentApi.settleProblem, { body: { problemID, reason: 'Agreed with the family' } })
}
const movesOf = async ({ paymentID }: Booked) => {
  const isOfPayment = eq(paymentEvents.paymentID, paymentID)
  const events = await testApp.context.db.select().from(paymentEvents).where(isOfPayment).orderBy(paymentEvents.eventID)
  return events.flatMap(({ kind, movedCents }) => (movedCents ? `${kind} ${movedCents}` : []))
}
const statusOf = async ({ paymentID }: Booked) =>
  (await clerk.call(paymentApi.byID, { query: { paymentID } })).body.paymentStatus
const billsOf = async ({ bookingID }: Booked) =>
  (await clerk.call(billApi.list, { query: { text: bookingID } })).body.map(({ kind, state }) => `${kind} ${state}`)
const balanceOf = async ({ bookingID }: Booked) =>
  (await applicant.call(familyApi.statement, { query: { bookingID } })).body.balance
const auditOf = async ({ bookingID }: Booked) =>
  (await testApp.auditEntries({ subject: bookingID })).flatMap(({ action }) =>
    action.startsWith('payment.dispute') || action === 'payment.moved_by_bank' ? action : [],
  )

/** The amounts by which bills, day book and drawer differ because of disputes. Nothing else may differ, but for days and cash. */
async function readDifferences() {
  const today = toDay(testApp.context.clock())
  const { days } = (await admin.call(cashUpApi.books, { query: { from: addDays(today, -7), to: addDays(today, 7) } }))
    .body
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  for (const { bills, dayBook, differences } of days) {
    const explained = differences.filter(({ reason }) => reason === 'disputed' || reason === 'returned')
    expect(cents(dayBook) - cents(bills)).toBe(explained.reduce((sum, { amount }) => sum + cents(amount), 0))
  }
  return days.flatMap(({ differences }) =>
    differences.flatMap(({ reason, amount }) => (reason === 'disputed' ? Number(amount) : [])),
  )
}

const disputedAmount = async () => (await readDifferences()).reduce((sum, amount) => sum + amount, 0)
const checkBooks = async () => expect(await findAllViolations(testApp.context.db)).toEqual({})

test('a dispute is shown to staff as soon as the provider reports it, and the bill stays while the bank has the money', async () => {
  const booked = await bookAndPay()
  const before = await disputedAmount()
  await dispute(booked)
  expect(await problemsOf(booked)).toMatchObject([
    {
      kind: 'Disputed',
      amount: '3800.00',
      currency: 'sgd',
      customerName: applicant.person.fullName,
      reason:
        'The cardholder says that somebody else used the card. Please answer at the card provider, which says until when.',
    },
  ])
  expect(await movesOf(booked)).toEqual(['paid 380000', 'dispute withdrawn -380000'])
  expect([await statusOf(booked), await billsOf(booked)]).toEqual(['Paid', ['bill paid']])
  expect((await disputedAmount()) - before).toBe(-3800)
  expect(await balanceOf(booked)).toBe('3800.00')
  await checkBooks()
})

test('a dispute that is won leaves everything as it was, and is no longer shown', async () => {
  const booked = await bookAndPay()
  const before = await disputedAmount()
  await close(await dispute(booked), 'won')
  expect(await problemsOf(booked)).toEqual([])
  expect(await movesOf(booked)).toEqual(['paid 380000', 'dispute withdrawn -380000', 'dispute returned 380000'])
  expect([await statusOf(booked), await billsOf(booked)]).toEqual(['Paid', ['bill paid']])
  expect((await disputedAmount()) - before).toBe(0)
  expect(await balanceOf(booked)).toBe('0.00')
  expect(await auditOf(booked)).toEqual([
    'payment.disputed',
    'payment.moved_by_bank',
    'payment.moved_by_bank',
    'payment.dispute_won',
  ])
  await checkBooks()
})

test('a dispute that is lost is shown until a clerk has settled it, its bill stays, and the family owes the amount', async () => {
  const booked = await bookAndPay()
  const disputeID = await dispute(booked)
  await close(disputeID, 'lost')
  expect(await problemsOf(booked)).toMatchObject([
    { kind: 'DisputeLost', reason: expect.stringContaining('The bank has decided for the cardholder') },
  ])
  expect((await settle(booked, 'DisputeLost')).status).toBe(200)
  await tell('closed', stripe.closeDispute(disputeID, 'lost'))
  expect(await problemsOf(booked)).toEqual([])
  expect([await statusOf(booked), await billsOf(booked)]).toEqual(['Paid', ['bill paid']])
  expect(await balanceOf(booked)).toBe('3800.00')
  expect(await auditOf(booked)).toEqual(['payment.disputed', 'payment.moved_by_bank', 'payment.dispute_lost'])
  await checkBooks()
})

test('a dispute that a clerk has settled while it is open is shown again only once it is lost', async () => {
  const booked = await bookAndPay()
  const id = await dispute(booked)
  expect((await settle(booked, 'Disputed')).status).toBe(200)
  await tell('updated', { id })
  expect(await problemsOf(booked)).toEqual([])
  await close(id, 'lost')
  expect((await problemsOf(booked)).map(({ kind }) => kind)).toEqual(['DisputeLost'])
})

test('events of a dispute that come late, twice or in another order change nothing', async () => {
  const booked = await bookAndPay()
  const { id, ...opened } = stripe.openDispute(booked.intentID)
  stripe.withdrawDisputed(id)
  await close(id, 'lost')
  for (const event of ['funds_withdrawn', 'created', 'closed', 'updated']) await tell(event, { id, ...opened })
  expect((await problemsOf(booked)).map(({ kind }) => kind)).toEqual(['DisputeLost'])
  expect(await movesOf(booked)).toEqual(['paid 380000', 'dispute withdrawn -380000'])
  await checkBooks()
})

test('two messages about one dispute at the same moment show it once and count its money once', async () => {
  const booked = await bookAndPay()
  const opened = stripe.openDispute(booked.intentID)
  stripe.withdrawDisputed(opened.id)
  await Promise.all([tell('created', opened), tell('funds_withdrawn', opened), tell('updated', opened)])
  expect((await problemsOf(booked)).map(({ kind }) => kind)).toEqual(['Disputed'])
  expect(await movesOf(booked)).toEqual(['paid 380000', 'dispute withdrawn -380000'])
})

test('an inquiry of the bank takes no money, and is no longer shown once it has ended', async () => {
  const booked = await bookAndPay()
  const { id } = stripe.openDispute(booked.intentID, { isInquiry: true, reason: 'unheard_of' })
  await tell('created', { id })
  expect(await problemsOf(booked)).toMatchObject([
    { kind: 'Disputed', reason: expect.stringContaining('The card provider gave this reason: unheard_of.') },
  ])
  await tell('closed', stripe.closeDispute(id, 'warning_closed'))
  expect(await problemsOf(booked)).toEqual([])
  expect(await movesOf(booked)).toEqual(['paid 380000'])
})

test('reconciling finds a dispute whose messages were missed, and one of long ago that has ended since', async () => {
  const [missed, old] = [await bookAndPay(), await bookAndPay()]
  const lines: string[] = []
  const reconcile = () => reconcilePayments(testApp.context, (line) => lines.push(line))
  const { id } = stripe.openDispute(missed.intentID)
  stripe.withdrawDisputed(id)
  const oldID = await dispute(old)
  Object.assign(stripe.closeDispute(oldID, 'lost'), { created: 1 })
  expect(await reconcile()).toBe(0)
  expect(lines).toContain(`${missed.paymentID} for ${missed.bookingID}: disputed by the cardholder, open`)
  expect(lines).toContain(`${old.paymentID} for ${old.bookingID}: disputed by the cardholder, lost`)
  expect((await problemsOf(missed)).map(({ kind }) => kind)).toEqual(['Disputed'])
  expect((await problemsOf(old)).map(({ kind }) => kind)).toEqual(['DisputeLost'])
  expect(await movesOf(missed)).toEqual(['paid 380000', 'dispute withdrawn -380000'])
  await checkBooks()
})

test('a lost payment that is refunded by hand leaves the house once, with a credit note', async () => {
  const booked = await bookAndPay()
  await close(await dispute(booked), 'lost')
  const body = { bookingID: booked.bookingID, to: applicant.person.email, reason: 'Disputed' }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  testApp.advanceTime(secondsToUndoDenial * 1000)
  await requestDueRefunds(testApp.context)
  expect((await problemsOf(booked)).map(({ kind }) => kind)).toEqual(['DisputeLost', 'RefundFailed'])
  expect((await settle(booked, 'RefundFailed')).status).toBe(200)
  expect(await statusOf(booked)).toBe('Refunded')
  expect(await billsOf(booked)).toEqual(['creditNote null', 'bill credited'])
  expect(await movesOf(booked)).toEqual([
    'paid 380000',
    'dispute withdrawn -380000',
    'dispute refunded 380000',
    'refunded -380000',
  ])
  expect(await balanceOf(booked)).toBe('0.00')
  await readDifferences()
  await checkBooks()
})

test('a dispute about a payment that never counted, or is not known, moves no money', async () => {
  const booked = await bookWithIntent()
  Object.assign(stripe.intents.get(booked.intentID) ?? {}, { amount: 100 })
  stripe.pay(booked.intentID)
  await dispute(booked)
  expect(await movesOf(booked)).toEqual([])
  expect((await problemsOf(booked)).map(({ kind }) => kind)).toEqual(['Disputed'])

  const unknown = await bookAndPay()
  const { id } = stripe.openDispute(unknown.intentID)
  Object.assign(stripe.withdrawDisputed(id), { payment_intent: 'pi_of_somebody' })
  const before = await testApp.context.db.$count(paymentProblems)
  await tell('created', { id })
  await tell('created', { id: 'dp_unknown' })
  expect(await testApp.context.db.$count(paymentProblems)).toBe(before)
})
