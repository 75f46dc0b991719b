import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { bookings, paymentEvents, payments } from '#server/database/schema.ts'
import { sweepOnce } from '#server/sweeper.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/app.ts'
import { submit } from '#test/applications.ts'
import { makeNiche } from '#test/factories.ts'

let it: TestApp
let family: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  it = await startTestApp()
  clerk = await it.signIn('staff')
})
beforeEach(async () => {
  family = await it.signIn('user')
})
afterAll(() => it.close())

const own = async (bookingID: string) => (await family.call(bookingApi.byID, { query: { bookingID } })).body[0]
const nicheStatus = async (nicheID: string) => (await family.call(nicheApi.byID, { query: { nicheID } })).body.status
const recorded = () => Promise.all([payments, paymentEvents].map((table) => it.context.db.$count(table)))

test('a booking for which nobody ever began to pay ends with its hold, and one letter says so', async () => {
  const { nicheID } = await makeNiche(it.context)
  const { bookingID } = (await submit(family, nicheID)).body
  it.time.now = new Date(it.time.now.getTime() + 30 * 60_000)
  await sweepOnce(it.context)
  await sweepOnce(it.context)
  const [stored] = await it.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  expect(stored?.bookingStatus).toBe('Cancelled')
  expect(await own(bookingID)).toMatchObject({
    bookingStatus: 'Cancelled',
    paymentStatus: 'Failed',
    holdExpiresAt: null,
  })
  expect(await nicheStatus(nicheID)).toBe('Available')
  const letters = (await it.letters()).filter(({ text }) => text.includes(bookingID))
  expect(letters.map(({ kind, to }) => [kind, to])).toEqual([['hold expired', family.person.email]])
})

test('an applicant cannot make a booking paid or confirmed by saying so, nor become a clerk', async () => {
  const { nicheID } = await makeNiche(it.context)
  const wishes = { bookingStatus: 'Confirmed', paymentStatus: 'Paid', paymentMethod: 'Cash', paymentAmount: '0' }
  const made = await submit(family, nicheID, 'Current', { userRole: 'staff', madeBy: 'staff', ...wishes })
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
  expect(await own(bookingID)).toMatchObject(unpaid)
  const before = await recorded()
  const asClerk = { bookingID, userRole: 'staff', paymentMethod: 'Cash', paymentAmount: '1.00' }
  const { status, refusal } = await family.call(paymentApi.update, { body: asClerk })
  expect([status, refusal.code]).toEqual([409, 'PAYMENT_NOT_COMPLETE'])
  expect(await own(bookingID)).toMatchObject(unpaid)
  expect(await recorded()).toEqual(before)
})

const moneyCalls = (who: SignedInCaller, bookingID: string) => ({
  receipt: who.call(paymentApi.receipt, { query: { bookingID } }),
  sendReceipt: who.call(paymentApi.sendReceipt, { body: { bookingID } }),
})

test('money for a booking that does not exist is found nowhere and recorded nowhere', async () => {
  const bookingID = 'B-0000000000'
  const before = await recorded()
  const answers = await Promise.all([
    family.call(paymentApi.createIntent, { body: { bookingID } }),
    family.call(paymentApi.update, { body: { bookingID } }),
    clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } }),
    ...Object.values(moneyCalls(family, bookingID)),
    ...Object.values(moneyCalls(clerk, bookingID)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await recorded()).toEqual(before)
})

test('there is no receipt before there is money, neither to read nor to mail', async () => {
  const { nicheID } = await makeNiche(it.context)
  const { bookingID } = (await submit(family, nicheID)).body
  for (const who of [family, clerk]) {
    const { receipt, sendReceipt } = moneyCalls(who, bookingID)
    expect([(await receipt).status, (await sendReceipt).status]).toEqual([409, 409])
  }
  expect((await it.letters()).filter(({ text }) => text.includes(bookingID))).toEqual([])
})
