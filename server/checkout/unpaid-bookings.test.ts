import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { bookings, paymentEvents, payments } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid, submit } from '#test/booking-forms.ts'
import { readBooking, readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche } from '#test/factories.ts'
import { findBroken } from '#test/find-violations.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

const countPaymentRows = () => Promise.all([payments, paymentEvents].map((table) => testApp.context.db.$count(table)))

test('a booking whose payment was never started is cancelled when its hold lapses, with one letter', async () => {
  const { bookingID, nicheID } = await bookUnpaid(testApp.context, applicant)
  testApp.advanceTime(30 * 60_000)
  await runAllJobsOnce(testApp.context)
  await runAllJobsOnce(testApp.context)
  const [stored] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  expect(stored?.bookingStatus).toBe('Cancelled')
  expect(await readBooking(applicant, bookingID)).toMatchObject({
    bookingStatus: 'Cancelled',
    paymentStatus: 'Failed',
    holdExpiresAt: null,
  })
  expect(await readNicheStatus(applicant, nicheID)).toBe('Available')
  const letters = await testApp.letters({ about: bookingID })
  expect(letters.map(({ kind, to }) => [kind, to])).toEqual([['hold expired', applicant.person.email]])
})

test('statuses, amounts and roles sent by an applicant are ignored and the booking stays unpaid', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const forgedFields = { bookingStatus: 'Confirmed', paymentStatus: 'Paid', paymentMethod: 'Cash', paymentAmount: '0' }
  const made = await submit(applicant, nicheID, 'Current', { userRole: 'staff', madeBy: 'staff', ...forgedFields })
  expect([made.status, made.body.amount]).toEqual([200, '3800.00'])
  const { bookingID, holdExpiresAt } = made.body
  const unpaid = {
    bookingStatus: 'Pending',
    paymentStatus: 'Pending',
    paymentMethod: 'Credit Card',
    paymentAmount: '3800.00',
    madeBy: 'user',
    holdExpiresAt,
  }
  expect(await readBooking(applicant, bookingID)).toMatchObject(unpaid)
  const before = await countPaymentRows()
  const asClerk = { bookingID, userRole: 'staff', paymentMethod: 'Cash', paymentAmount: '1.00' }
  const { status, refusal } = await applicant.call(paymentApi.update, { body: asClerk })
  expect([status, refusal.code]).toEqual([409, 'PAYMENT_NOT_COMPLETE'])
  expect(await readBooking(applicant, bookingID)).toMatchObject(unpaid)
  expect(await countPaymentRows()).toEqual(before)
})

const moneyCalls = (who: SignedInCaller, bookingID: string) => ({
  receipt: who.call(paymentApi.receipt, { query: { bookingID } }),
  sendReceipt: who.call(paymentApi.sendReceipt, { body: { bookingID } }),
})

test('paying for an unknown booking returns 404 and records nothing', async () => {
  const bookingID = 'B-0000000000'
  const before = await countPaymentRows()
  const answers = await Promise.all([
    applicant.call(paymentApi.createIntent, { body: { bookingID } }),
    applicant.call(paymentApi.update, { body: { bookingID } }),
    clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } }),
    ...Object.values(moneyCalls(applicant, bookingID)),
    ...Object.values(moneyCalls(clerk, bookingID)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await countPaymentRows()).toEqual(before)
})

test('reading or mailing the receipt of an unpaid booking is refused', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  for (const who of [applicant, clerk]) {
    const { receipt, sendReceipt } = moneyCalls(who, bookingID)
    expect([(await receipt).status, (await sendReceipt).status]).toEqual([409, 409])
  }
  expect(await testApp.letters({ about: bookingID })).toEqual([])
})

test('an address gets six letters a day about lapsed holds, and no booking is kept longer for it', async () => {
  const { userID, email } = applicant.person
  const letLapse = async (times: number) => {
    for (let each = 0; each < times; each += 1)
      await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
    testApp.advanceTime(30 * 60_000)
    await runAllJobsOnce(testApp.context)
    return (await testApp.letters({ to: email, kind: 'hold expired' })).length
  }
  expect(await letLapse(8)).toBe(6)
  const stored = await testApp.context.db.select().from(bookings).where(eq(bookings.userID, userID))
  expect(stored.map(({ bookingStatus }) => bookingStatus)).toEqual(Array(8).fill('Cancelled'))
  expect(await letLapse(1)).toBe(6)
  expect(await findBroken(testApp.context.db, 'a decision has no letter')).toEqual([])
  testApp.advanceTime(dayMs)
  expect(await letLapse(1)).toBe(7)
})
