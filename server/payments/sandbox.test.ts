import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/http/errors.ts'
import type { CardGateway, TestCard } from '#server/ports/card-gateway.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { createSandboxGateway } from './sandbox.ts'

let database: TestDatabase
let gateway: CardGateway
const clock = () => new Date('2026-11-20T10:00:00Z')

beforeAll(async () => {
  database = await openTestDatabase()
  gateway = createSandboxGateway({ db: database.db, clock })
})
afterAll(() => database.close())

let orders = 0
const begin = () =>
  gateway.createIntent({
    bookingID: 'B-1',
    paymentID: `P-${++orders}`,
    amountCents: 380_000,
    currency: 'sgd',
    idempotencyKey: `order-${orders}`,
  })
const pay = (clientSecret: string, more: Partial<TestCard> = {}) =>
  gateway.confirmCard?.({ clientSecret, number: '4242 4242 4242 4242', expiry: '12/29', cvc: '123', ...more }) ??
  Promise.reject(new Error('no sandbox'))
const messageOf = (call: Promise<unknown>) =>
  call.catch((error: unknown) => (error instanceof AppError ? error.publicMessage : error))

test('an accepted card pays an intent, and paying it again with any card changes nothing', async () => {
  const { intentID, clientSecret } = await begin()
  expect(await gateway.readIntent(intentID)).toMatchObject({
    status: 'pending',
    amountCents: 380_000,
    currency: 'sgd',
    paymentID: `P-${orders}`,
  })
  expect((await pay(clientSecret)).status).toBe('succeeded')
  expect((await pay(clientSecret, { number: '4000 0000 0000 0002' })).status).toBe('succeeded')
  expect(await gateway.readIntent(intentID)).toMatchObject({ cardLast4: '4242' })
})

test('a declined card is refused with its reason, and another card can then pay', async () => {
  const { intentID, clientSecret } = await begin()
  expect(await messageOf(pay(clientSecret, { number: '4000 0000 0000 0002' }))).toBe('Your card was declined.')
  expect((await gateway.readIntent(intentID)).status).toBe('failed')
  expect((await pay(clientSecret)).status).toBe('succeeded')
})

test('concurrent payments of one intent succeed once', async () => {
  const { intentID, clientSecret } = await begin()
  const outcomes = await Promise.all([
    pay(clientSecret),
    pay(clientSecret),
    messageOf(pay(clientSecret, { number: '4000 0000 0000 9995' })),
  ])
  expect(outcomes.slice(0, 2)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
  expect((await gateway.readIntent(intentID)).status).toBe('succeeded')
})

test('the same order gets the same intent, also after a restart', async () => {
  const order = {
    bookingID: 'B-1',
    paymentID: 'P-same',
    amountCents: 100,
    currency: 'sgd' as const,
    idempotencyKey: 'same',
  }
  const first = await gateway.createIntent(order)
  const restarted = createSandboxGateway({ db: database.db, clock })
  expect(await restarted.createIntent(order)).toMatchObject({
    intentID: first.intentID,
    clientSecret: first.clientSecret,
  })
  expect(await restarted.resumeIntent(first.intentID)).toMatchObject({ clientSecret: first.clientSecret })
})

test('a cancelled intent refuses cards, and a paid intent cannot be cancelled', async () => {
  const one = await begin()
  expect((await gateway.cancelIntent(one.intentID)).status).toBe('canceled')
  expect(await messageOf(pay(one.clientSecret))).toBe('This payment was cancelled. Please start again.')

  const other = await begin()
  await pay(other.clientSecret)
  expect((await gateway.cancelIntent(other.intentID)).status).toBe('succeeded')
})

test('a refund is refused before payment and idempotent afterwards', async () => {
  const { intentID, clientSecret } = await begin()
  const refundOrder = { intentID, amountCents: 380_000, idempotencyKey: 'refund' }
  expect(await gateway.refund(refundOrder)).toMatchObject({ status: 'failed', failureCode: 'resource_missing' })
  await pay(clientSecret)
  expect(await gateway.refund(refundOrder)).toEqual(await gateway.refund(refundOrder))
})

test('a refund to the card whose refunds fail has failed for good', async () => {
  const { intentID, clientSecret } = await begin()
  expect((await pay(clientSecret, { number: '4000 0000 0000 5126' })).status).toBe('succeeded')
  const refund = await gateway.refund({ intentID, amountCents: 380_000, idempotencyKey: 'refund' })
  expect(refund).toMatchObject({ status: 'failed', failureCode: 'lost_or_stolen_card' })
})

test('paying or reading an unknown intent fails as not found', async () => {
  expect(await messageOf(pay('pi_x_secret_y'))).toBe('We could not find that.')
  expect(await messageOf(gateway.readIntent('pi_x'))).toBe('We could not find that.')
})
