import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { dayMs, toDay } from '#contract/dates.ts'
import { hallApi } from '#contract/halls/api.ts'
import type { PriceChangeKind } from '#contract/halls/price-change.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { submit, submitAtCounter } from '#test/booking-forms.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { applyDuePriceChanges } from './price-changes.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin', 'each')

const readBlock = async (blockID: string) => (await admin.call(nicheApi.niches, { params: { blockID } })).body
const pricesOf = async (blockID: string) => (await readBlock(blockID)).map(({ price }) => price)

async function change(blockID: string, kind: PriceChangeKind, value: string, effectiveOn = '') {
  const nicheIDs = (await readBlock(blockID)).slice(0, 2).map(({ nicheID }) => nicheID)
  return admin.call(hallApi.changePrices, {
    body: { requestID: randomUUID(), blockID, nicheIDs, kind, value, effectiveOn },
  })
}

test('a change of prices takes effect at once for the selected niches, and is listed', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  expect((await change(blockID, 'percent', '5')).body).toEqual({ niches: 2 })
  expect(await pricesOf(blockID)).toEqual(['3150.00', '3150.00', '3000.00'])
  expect((await admin.call(hallApi.priceChanges, { query: { blockID } })).body).toMatchObject([
    { change: '+5.00 %', niches: 2, state: 'applied', madeBy: admin.person.fullName },
  ])
})

test('a change of prices that is sent again after a lost answer is made once; its ID is refused for another change', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  const nicheIDs = (await readBlock(blockID)).map(({ nicheID }) => nicheID)
  const body = { requestID: randomUUID(), blockID, nicheIDs, kind: 'amount', value: '500', effectiveOn: '' } as const
  const send = (part: object = {}) => admin.call(hallApi.changePrices, { body: { ...body, ...part } })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(answers.map((answer) => answer.body)).toEqual(Array(3).fill({ niches: 3 }))
  expect(await pricesOf(blockID)).toEqual(['3500.00', '3500.00', '3500.00'])
  const later = toDay(new Date(testApp.time.now.getTime() + 2 * dayMs))
  for (const other of [{ value: '5' }, { nicheIDs: nicheIDs.slice(1) }, { effectiveOn: later }])
    expect((await send(other)).refusal.code).toBe('REQUEST_USED')
  expect((await admin.call(hallApi.priceChanges, { query: { blockID } })).body).toHaveLength(1)
})

test('a booking keeps the price at which it was submitted', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  const family = await testApp.signIn('user')
  const [niche] = await readBlock(blockID)
  const { paymentID } = (await submit(family, niche?.nicheID ?? '')).body
  await change(blockID, 'amount', '500')
  expect(await pricesOf(blockID)).toEqual(['3500.00', '3500.00', '3000.00'])
  expect((await family.call(paymentApi.byID, { query: { paymentID } })).body.amount).toBe('3000.00')
})

test('a change from a later day on is applied on that day, unless it is withdrawn', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  const tomorrow = toDay(new Date(testApp.time.now.getTime() + 86_400_000))
  await change(blockID, 'set', '2000', tomorrow)
  testApp.advanceTime(1000)
  await change(blockID, 'set', '1', tomorrow)
  const listed = async () => (await admin.call(hallApi.priceChanges, { query: { blockID } })).body
  const [newest] = await listed()
  const withdraw = () => admin.call(hallApi.withdrawPrices, { body: { changeID: newest?.changeID ?? '' } })
  expect((await withdraw()).status).toBe(200)
  expect((await withdraw()).refusal.code).toBe('PRICE_CHANGE_APPLIED')
  await applyDuePriceChanges(testApp.context)
  expect(await pricesOf(blockID)).toEqual(['3000.00', '3000.00', '3000.00'])

  testApp.advanceTime(86_400_000)
  Object.assign(admin, await testApp.signIn('admin'))
  expect(await applyDuePriceChanges(testApp.context)).toBe(true)
  expect(await applyDuePriceChanges(testApp.context)).toBe(false)
  expect(await pricesOf(blockID)).toEqual(['2000.00', '2000.00', '3000.00'])
  expect((await listed()).map(({ state }) => state).sort()).toEqual(['applied', 'withdrawn'])
})

test('a change that would give a price below 0.00, or that begins today, is refused at its field', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  expect((await change(blockID, 'amount', '-4000')).refusal.errors).toHaveProperty('value')
  expect((await change(blockID, 'percent', 'much')).refusal.errors).toHaveProperty('value')
  expect((await change(blockID, 'set', '5', toDay(testApp.time.now))).refusal.errors).toHaveProperty('effectiveOn')
  expect((await change(blockID, 'set', '5', '2026-02-30')).refusal.errors).toHaveProperty('effectiveOn')
})

test('a niche for 0.00 is booked without a payment step: its payment is waived', async () => {
  const family = await testApp.signIn('user')
  const { nicheID } = await makeNiche(testApp.context, { priceCents: 0 })
  const { status, body } = await submit(family, nicheID)
  expect([status, body.amount, body.holdExpiresAt]).toEqual([200, '0.00', null])
  const { body: payment } = await family.call(paymentApi.byID, { query: { paymentID: body.paymentID } })
  expect(payment).toMatchObject({ paymentStatus: 'Waived', paymentMethod: 'Waived', amount: '0.00' })
  const clerk = await testApp.signIn('staff')
  const { body: pending } = await clerk.call(bookingApi.pending, { query: {} })
  expect(pending.map(({ bookingID }) => bookingID)).toContain(body.bookingID)
})

test('a niche for 0.00 that a clerk books is reserved at once', async () => {
  const clerk = await testApp.signIn('staff')
  const { nicheID } = await makeNiche(testApp.context, { priceCents: 0 })
  const { status } = await submitAtCounter(clerk, await makeUser(testApp.context), nicheID, 'PreOrder')
  expect(status).toBe(200)
  const { body } = await clerk.call(nicheApi.byID, { query: { nicheID } })
  expect(body.status).toBe('Reserved')
})

test('every admin reads which prices of niches have changed, from what to what, and what becomes of a planned change', async () => {
  const { blockID } = await publishBlock(admin, { rows: 1 })
  const { person } = await testApp.signIn('admin')
  const told = async () => {
    const letters = await testApp.letters({ to: person.email, kind: 'house-changed' })
    return letters.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join()
  }
  await change(blockID, 'set', '0')
  expect(await told()).toContain(`${admin.person.fullName} has changed prices of niches.`)
  expect(await told()).toContain('Price: 3000.00 → 0.00 In effect: now')
  const tomorrow = toDay(new Date(testApp.time.now.getTime() + 86_400_000))
  await change(blockID, 'set', '2000', tomorrow)
  expect(await told()).toContain('Price: 0.00 → 2000.00 In effect: from ')
  const { body } = await admin.call(hallApi.priceChanges, { query: { blockID } })
  const planned = body.find(({ state }) => state === 'scheduled')
  await admin.call(hallApi.withdrawPrices, { body: { changeID: planned?.changeID ?? '' } })
  expect(await told()).toContain('Planned change that was withdrawn: set to 2000.00, from ')

  const nicheIDs = (await readBlock(blockID)).map(({ nicheID }) => nicheID)
  const setFurther = (furtherPrice: string) =>
    admin.call(hallApi.changeCapacity, { body: { nicheIDs, capacity: '2', furtherPrice } })
  await setFurther('500.00')
  await setFurther('0.00')
  expect(await told()).toContain('Price of each further person: 500.00 → 0.00')
  const count = (await testApp.letters({ to: person.email, kind: 'house-changed' })).length
  await setFurther('0.00')
  expect(await testApp.letters({ to: person.email, kind: 'house-changed' })).toHaveLength(count)
})
