import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from '#server/database/schema.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/app.ts'
import { makeBooking } from '#test/bookings.ts'
import { retryRefunds } from './actions.ts'

let it: TestApp
let family: SignedInCaller
beforeAll(async () => {
  it = await startTestApp()
  family = await it.signIn('user')
})
afterAll(() => it.close())

type Owed = Pick<typeof payments.$inferSelect, 'paymentStatus' | 'intentID' | 'surplusIntentID'>

async function owe(owed: Partial<Owed>) {
  const state = { status: 'Cancelled', type: 'Current', payment: 'Refunded', urn: false, madeBy: 'user' } as const
  const { bookingID } = await makeBooking(it.context, family.person, state)
  it.time.now = new Date(it.time.now.getTime() + 1000)
  await it.context.db.update(payments).set(owed).where(eq(payments.bookingID, bookingID))
  return bookingID
}

async function paidIntent(paymentID: string) {
  const order = {
    bookingID: 'B-1',
    paymentID,
    amountCents: 380_000,
    currency: 'sgd',
    idempotencyKey: paymentID,
  } as const
  const { intentID, clientSecret } = await it.context.gateway.createIntent(order)
  await it.context.gateway.confirmCard?.({ clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' })
  return intentID
}

test.each<[string, (intentID: string) => Partial<Owed>]>([
  ['refunds', (intentID) => ({ paymentStatus: 'Refunding', intentID })],
  ['second payments', (surplusIntentID) => ({ surplusIntentID })],
])('%s that the provider never takes do not keep a later one waiting', async (what, owing) => {
  for (let number = 0; number < 20; number++) await owe(owing(`pi_lost_${number}`))
  const bookingID = await owe(owing(await paidIntent(what)))
  for (let turn = 0; turn < 10; turn++) await retryRefunds(it.context)
  const letters = (await it.letters()).filter(({ text }) => text.includes(bookingID))
  expect(letters.map(({ kind }) => kind)).toEqual(['refund'])
})
