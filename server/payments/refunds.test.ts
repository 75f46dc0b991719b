import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { retryRefunds } from './public.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')

type OwedColumns = Pick<typeof payments.$inferSelect, 'paymentStatus' | 'intentID' | 'surplusIntentID'>

async function createOwedRefund(owed: Partial<OwedColumns>) {
  const state = { status: 'Cancelled', payment: 'Refunded' } as const
  const { bookingID } = await makeBooking(testApp.context, applicant.person, state)
  testApp.advanceTime(1000)
  await testApp.context.db.update(payments).set(owed).where(eq(payments.bookingID, bookingID))
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
  const { intentID, clientSecret } = await testApp.context.gateway.createIntent(order)
  await testApp.context.gateway.confirmCard?.({
    clientSecret,
    number: '4242 4242 4242 4242',
    expiry: '12/39',
    cvc: '123',
  })
  return intentID
}

test.each<[string, (intentID: string) => Partial<OwedColumns>]>([
  ['card refunds', (intentID) => ({ paymentStatus: 'Refunding', intentID })],
  ['surplus refunds', (surplusIntentID) => ({ surplusIntentID })],
])('%s that never succeed do not block later ones', async (what, owing) => {
  for (let number = 0; number < 20; number++) await createOwedRefund(owing(`pi_lost_${number}`))
  const bookingID = await createOwedRefund(owing(await paidIntent(what)))
  for (let turn = 0; turn < 10; turn++) await retryRefunds(testApp.context)
  const letters = await testApp.letters({ about: bookingID })
  expect(letters.map(({ kind }) => kind)).toEqual(['refund'])
})
