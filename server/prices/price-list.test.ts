import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, toDay } from '#contract/dates.ts'
import { priceApi } from '#contract/prices/api.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const today = () => toDay(testApp.time.now)

async function listPrice(differences: object = {}) {
  const engraving = {
    kind: 'engraving',
    name: 'Engraving',
    amount: '109.00',
    taxCategory: 'standard',
    accountCode: '4130',
  }
  const body = { ...engraving, chargedWhen: 'byHand', validFrom: today(), ...differences } as never
  expect((await admin.call(priceApi.save, { body })).status).toBe(200)
  testApp.advanceTime(1000)
}

test('visitors read names and prices of what is charged today, and neither accounts nor what was withdrawn', async () => {
  await listPrice()
  const [item] = (await admin.call(priceApi.list, {})).body
  const { body } = await testApp.anonymous.call(priceApi.forVisitors, {})
  expect(body).toEqual([
    { itemID: item?.itemID, kind: 'engraving', name: 'Engraving', amount: '109.00', chargedWhen: 'byHand' },
  ])
  await listPrice({ itemID: item?.itemID, isWithdrawn: true })
  expect((await testApp.anonymous.call(priceApi.forVisitors, {})).body).toEqual([])
})

test('a price that begins in the past, one of nothing, and one of an unknown item are refused', async () => {
  const yesterday = addDays(today(), -1)
  for (const wrong of [{ validFrom: yesterday }, { amount: '0.00' }]) {
    const body = { kind: 'other', name: 'Flowers', amount: '5.00', taxCategory: 'zero', accountCode: '', ...wrong }
    const sent = { chargedWhen: 'byHand', validFrom: today(), ...body } as never
    expect((await admin.call(priceApi.save, { body: sent })).status).toBe(400)
  }
  const body = { kind: 'other', name: 'F', amount: '5.00', taxCategory: 'zero', accountCode: '' } as const
  const unknown = { ...body, chargedWhen: 'byHand', validFrom: today(), itemID: randomUUID() } as const
  expect((await admin.call(priceApi.save, { body: unknown })).status).toBe(404)
})

test('every admin reads what an item cost before and from now on, and nothing of a new item', async () => {
  const { person } = await testApp.signIn('admin')
  const told = async () =>
    (await testApp.letters({ to: person.email, kind: 'house-changed' })).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  await listPrice({ name: 'Second engraving' })
  expect(await told()).toEqual([])
  const itemID = (await admin.call(priceApi.list, {})).body.find(({ now }) => now?.name === 'Second engraving')?.itemID
  await listPrice({ name: 'Second engraving', itemID, amount: '1.00' })
  await listPrice({ name: 'Second engraving', itemID, amount: '1.00', isWithdrawn: true })
  await listPrice({ name: 'Second engraving', itemID, amount: '1.00', isWithdrawn: true })
  await listPrice({ name: 'Second engraving', itemID, amount: '0.50' })
  expect(await told()).toEqual([
    expect.stringContaining('Second engraving: 109.00 → 1.00 From: '),
    expect.stringContaining('Second engraving: 1.00 → no longer charged From: '),
    expect.stringContaining('Second engraving: no longer charged → 0.50 From: '),
  ])
})

test('a price that is sent again with the same ID is added once, and another one with that ID is refused', async () => {
  const priceID = randomUUID()
  const vase = { kind: 'other', name: 'Vase', amount: '5.00', taxCategory: 'zero', accountCode: '' } as const
  const body = { ...vase, chargedWhen: 'byHand', validFrom: today(), priceID } as const
  const send = (differences: object = {}) => admin.call(priceApi.save, { body: { ...body, ...differences } })
  const replies = await Promise.all([send(), send()])
  expect([...replies, await send()].map(({ body }) => body)).toEqual(Array(3).fill({ priceID }))
  expect((await send({ amount: '6.00' })).refusal.code).toBe('REQUEST_USED')
  const items = (await admin.call(priceApi.list, {})).body
  const itemsNamedVase = items.filter(({ now }) => now?.name === 'Vase')
  expect(itemsNamedVase.map(({ now }) => now?.amount)).toEqual(['5.00'])
  const [{ itemID } = { itemID: '' }] = itemsNamedVase
  const further = { itemID, priceID: randomUUID(), amount: '6.00' }
  expect([(await send(further)).status, (await send(further)).status]).toEqual([200, 200])
  expect(await testApp.auditEntries({ action: 'prices.listed', subject: itemID })).toHaveLength(2)
})
