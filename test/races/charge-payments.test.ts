import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { toDay } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { makeBooking } from '../booking-factory.ts'
import { makeUser } from '../factories.ts'
import { prepareReplicas } from './replicas.ts'

const { testApp, at } = prepareReplicas()

/** A charge of a confirmed booking, with its holder. */
async function makeCharge() {
  const daughter = await testApp.signIn(await makeUser(testApp.context))
  const clerk = await testApp.signIn('staff')
  const { bookingID } = await makeBooking(testApp.context, daughter.person, { status: 'Confirmed' })
  const chargeID = randomUUID()
  const charge = {
    chargeID,
    bookingID,
    text: 'Engraving',
    amount: '80.00',
    taxCategory: 'standard',
    reason: 'A test',
  } as const
  expect((await clerk.call(chargeApi.addFree, { body: charge })).status).toBe(200)
  return { daughter, clerk, bookingID, chargeID }
}

const readStates = async ({ clerk, bookingID }: Awaited<ReturnType<typeof makeCharge>>) =>
  (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body.map(({ state }) => state)

test('of eight clerks who take the money of one charge at once on two servers, one records it', async () => {
  const made = await makeCharge()
  const { bookingID, chargeID } = made
  const clerks = await Promise.all(Array.from({ length: 8 }, () => testApp.signIn('staff')))
  const body = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash' as const, amount: '80.00' }
  const answers = await Promise.all(clerks.map((clerk) => at(clerk).call(chargeApi.record, { body })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await readStates(made)).toEqual(['paid'])
  expect(await verifyBooks(testApp.context.db)).toEqual([])
})

test('two tabs that start to pay one charge at once get one intent', async () => {
  const { daughter, bookingID } = await makeCharge()
  const start = () => at(daughter).call(chargeApi.createIntent, { body: { bookingID } })
  const started = await Promise.all(Array.from({ length: 6 }, start))
  expect(new Set(started.map(({ body }) => body.clientSecret)).size).toBe(1)
})

test('a charge that is paid by card, taken at the counter and waived at once ends in one of these, and no money is kept twice', async () => {
  const made = await makeCharge()
  const { daughter, clerk, bookingID, chargeID } = made
  const { clientSecret } = (await daughter.call(chargeApi.createIntent, { body: { bookingID } })).body
  const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }
  expect((await daughter.call(paymentApi.sandboxConfirm, { body: card })).status).toBe(200)
  const counter = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash' as const, amount: '80.00' }
  await Promise.all([
    at(daughter).call(chargeApi.finalise, { body: { bookingID } }),
    at(clerk).call(chargeApi.record, { body: counter }),
    at(clerk).call(chargeApi.waive, { body: { chargeID, reason: 'A test' } }),
  ])
  await runAllJobsOnce(testApp.context)
  const [state] = await readStates(made)
  expect(['paid', 'waived']).toContain(state)
  const { body } = await clerk.call(paymentApi.problems, { query: {} })
  expect(body).toEqual([])
  expect(await verifyBooks(testApp.context.db)).toEqual([])
})

const parish = {
  name: 'Parish of St Anne',
  address: '1 Hill',
  registrationNumber: '',
  email: '',
  daysToPay: '14',
} as const

test('a charge that is paid by card while a clerk bills it to a parish is paid or billed, and no money is kept twice', async () => {
  const made = await makeCharge()
  const { daughter, clerk, bookingID, chargeID } = made
  const { clientSecret } = (await daughter.call(chargeApi.createIntent, { body: { bookingID } })).body
  const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }
  expect((await daughter.call(paymentApi.sandboxConfirm, { body: card })).status).toBe(200)
  const bill = { ...parish, bookingID, chargeIDs: [chargeID] }
  const [, ...billed] = await Promise.all([
    at(daughter).call(chargeApi.finalise, { body: { bookingID } }),
    at(clerk).call(chargeApi.billOrganisation, { body: bill }),
    at(clerk).call(chargeApi.billOrganisation, { body: bill }),
  ])
  await runAllJobsOnce(testApp.context)
  const [state] = await readStates(made)
  expect([state, billed.filter(({ status }) => status === 200).length]).toEqual(
    state === 'billed' ? ['billed', 1] : ['paid', 0],
  )
  expect((await clerk.call(paymentApi.problems, { query: {} })).body).toEqual([])
  expect(await verifyBooks(testApp.context.db)).toEqual([])
})

test('of clerks who record the transfer of a bill and credit it at once on two servers, one does', async () => {
  const made = await makeCharge()
  const { clerk, bookingID, chargeID } = made
  const bill = { ...parish, bookingID, chargeIDs: [chargeID] }
  const biller = await testApp.signIn('staff')
  const { number } = (await biller.call(chargeApi.billOrganisation, { body: bill })).body
  const transfer = { number, day: toDay(testApp.context.clock()), reference: 'FT26/0815' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const caller = at(clerk)
      return n % 2 === 0
        ? caller.call(chargeApi.recordTransfer, { body: transfer })
        : caller.call(chargeApi.creditBill, { body: { number, reason: 'A test' } })
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [state] = await readStates(made)
  expect((await clerk.call(billApi.byNumber, { query: { number } })).body.state).toBe(
    state === 'paid' ? 'paid' : 'credited',
  )
  expect(['paid', 'due']).toContain(state)
  expect(await verifyBooks(testApp.context.db)).toEqual([])
})
