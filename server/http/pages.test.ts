import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { closingRequests, paymentProblems, payments, priceChanges, registerImports } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { pageOf } from './paged.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')
const family = prepareCaller(testApp, 'user')

test.each([
  [3, [1, 2], '2'],
  [2, [1, 2], undefined],
])('of %i rows and a page of two, the page has %j, and the next begins after %s', (count, rows, next) => {
  const read = [1, 2, 3].slice(0, count)
  expect(pageOf(read, 2, String)).toMatchObject({ rows, next })
})

/** Rows of the same instant, which only their key can tell apart. */
const amount = 5
async function addRows() {
  const { db } = testApp.context
  const at = testApp.time.now
  const made = []
  for (let count = 0; count < amount; count += 1) made.push(await makeBooking(testApp.context, family.person))
  const paymentIDs = (await db.select().from(payments)).map(({ paymentID }) => paymentID)
  await db.update(payments).set({ paymentStatus: 'Refunding', paymentMethod: 'Cash', settledAt: at, createdAt: at })
  await db.insert(paymentProblems).values(
    paymentIDs.map((paymentID) => ({
      problemID: randomUUID(),
      paymentID,
      intentID: randomUUID(),
      kind: 'WrongAmount' as const,
      amountCents: 1,
      currency: 'sgd',
      foundAt: at,
    })),
  )
  for (const _ of made) {
    const { userID } = await makeUser(testApp.context)
    await db.insert(closingRequests).values({ userID, message: '', requestedAt: at })
    await db.insert(registerImports).values({
      importID: randomUUID(),
      filesHash: randomUUID(),
      importedAt: at,
      niches: 0,
      people: 0,
      created: { buildings: [], levels: [], blocks: [] },
    })
  }
  const { blockID } = await publishBlock(admin)
  const change = {
    blockID,
    effectiveAt: at,
    madeAt: at,
    madeByID: admin.person.userID,
    change: { kind: 'set', value: '1' } as never,
  }
  await db.insert(priceChanges).values(made.map(() => ({ ...change, changeID: randomUUID() })))
  return blockID
}

test('a list goes on after the row that its cursor names, in the same order, also among rows of one instant', async () => {
  const blockID = await addRows()
  const { userID, contactNumber } = family.person
  const lists: [string, string, (cursor: { cursor?: string }) => Promise<{ body: readonly object[] }>][] = [
    ['own bookings', 'bookingID', (query) => family.call(bookingApi.ofUser, { query: { userID, ...query } })],
    [
      'bookings by contact',
      'bookingID',
      (query) => clerk.call(bookingApi.search, { query: { query: contactNumber, ...query } }),
    ],
    ['own payments', 'paymentID', (query) => family.call(paymentApi.mine, { query })],
    ['refunds', 'paymentID', (query) => clerk.call(paymentApi.refunds, { query })],
    ['payment problems', 'problemID', (query) => clerk.call(paymentApi.problems, { query })],
    ['closing requests', 'userID', (query) => clerk.call(privacyApi.closingRequests, { query })],
    ['imports', 'importID', (query) => admin.call(registerApi.imports, { query })],
    ['price changes', 'changeID', (query) => admin.call(hallApi.priceChanges, { query: { blockID, ...query } })],
  ]
  for (const [list, key, call] of lists) {
    const keysOf = async (query: { cursor?: string }) =>
      (await call(query)).body.map((row) => (row as Record<string, string>)[key] ?? '')
    const all = await keysOf({})
    expect(all, list).toHaveLength(amount)
    for (const [index, cursor] of all.entries()) expect(await keysOf({ cursor }), list).toEqual(all.slice(index + 1))
  }
})
