import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { chargeApi } from '#contract/charges/api.ts'
import { addMonths, toDay } from '#contract/dates.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { houseApi } from '#contract/house/api.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { priceApi } from '#contract/prices/api.ts'
import { charges, payments, rights } from '#server/database/schema.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { extendPaidElsewhere } from '#server/rights/public.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeEnding, setRight as setRightOf } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp({}, 'each')
const daughter = prepareCaller(testApp, 'user', 'each')
const stranger = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
const reason = 'A test'

let bookingID: string
let rightID: string
let priceID: string
let endsOn: string
/** Her right ends in a month, and the house extends rights by ten years, twice. */
beforeEach(async () => {
  const { context } = testApp
  await admin.call(houseApi.save, { body: sampleHouse })
  bookingID = (await makeBooking(context, daughter.person, { status: 'Confirmed' })).bookingID
  ;({ rightID, endsOn } = await makeEnding(context, bookingID))
  await setRight({ extensionYears: null, extensionTimes: null })
  await setRules('10', '2')
  priceID = await list('extension', 'Ten more years', '500.00')
})

const setRight = (set: Partial<typeof rights.$inferInsert>) => setRightOf(testApp.context, rightID, set)
const readRight = async () =>
  (await testApp.context.db.select().from(rights).where(eq(rights.rightID, rightID)))[0] ?? expect.unreachable()
const after = (years: number) => addMonths(endsOn, 12 * years)

const setRules = (extensionYears: string, extensionTimes: string) =>
  admin.call(rightRulesApi.saveRightRules, {
    body: { basis: 'perpetual', years: '', until: '', extensionYears, extensionTimes },
  })
async function list(kind: 'extension' | 'engraving', name: string, amount: string) {
  const validFrom = toDay(testApp.time.now)
  const body = {
    kind,
    name,
    amount,
    taxCategory: 'standard',
    accountCode: '',
    chargedWhen: 'byHand',
    validFrom,
  } as const
  return (await admin.call(priceApi.save, { body })).body.priceID
}

const read = async (who = daughter) => (await who.call(chargeApi.extension, { params: { bookingID } })).body.extension
const extend = (who = daughter, of = priceID, chargeID: string = randomUUID()) =>
  who.call(chargeApi.extend, { body: { chargeID, bookingID, priceID: of } })
const listDue = async () => (await daughter.call(chargeApi.due)).body
async function payAtCounter() {
  const due = await listDue()
  const chargeIDs = due.map(({ chargeID }) => chargeID)
  const body = { bookingID, chargeIDs, paymentMethod: 'Cash', amount: '500.00' } as const
  expect((await clerk.call(chargeApi.record, { body })).status).toBe(200)
}
const refund = async () => {
  const [{ paymentID } = { paymentID: null }] = (
    await clerk.call(chargeApi.ofBooking, { params: { bookingID } })
  ).body.filter(({ state }) => state === 'paid')
  return clerk.call(chargeApi.refund, { body: { paymentID: paymentID ?? '', reason } })
}
const history = async () =>
  (await clerk.call(staffPersonApi.person, { params: { bookingID } })).body.history.right.map(({ event, endsOn }) => [
    event,
    endsOn,
  ])

test('a daughter extends the right by card, once however often she presses, and again until the rules say no', async () => {
  expect(await read()).toMatchObject({ years: 10, until: after(10), prices: [{ priceID, amount: '500.00' }] })
  const chargeID = randomUUID()
  await Promise.all([extend(daughter, priceID, chargeID), extend(daughter, priceID, chargeID)])
  expect((await extend()).refusal.code).toBe('EXTENSION_CHARGED')
  expect(await read()).toBeNull()
  expect((await listDue()).map(({ text, amount }) => [text, amount])).toEqual([
    [expect.stringMatching(/^Ten more years: right R-\d{6}, until \d+ \w+ 20\d\d$/), '500.00'],
  ])
  expect((await readRight()).endsOn).toBe(endsOn)

  const { clientSecret } = (await daughter.call(chargeApi.createIntent, { body: { bookingID } })).body
  const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }
  await daughter.call(paymentApi.sandboxConfirm, { body: { clientSecret, ...card } })
  for (const _ of ['once', 'twice']) await daughter.call(chargeApi.finalise, { body: { bookingID } })
  expect(await readRight()).toMatchObject({ endsOn: after(10), firstEndsOn: endsOn, extended: 1, state: 'living' })

  expect(await read()).toBeNull()
  await setRight({ endsOn, firstEndsOn: addMonths(endsOn, -120) })
  expect((await extend()).status).toBe(200)
  await payAtCounter()
  expect(await readRight()).toMatchObject({ endsOn: after(10), extended: 2 })
  await setRight({ endsOn })
  expect((await extend()).refusal.code).toBe('RIGHT_NOT_EXTENDABLE')
  expect((await history()).map(([event]) => event)).toEqual(['grant', 'extend', 'extend'])
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
})

test('nobody else extends it, and a family charges itself nothing else', async () => {
  expect((await stranger.call(chargeApi.extension, { params: { bookingID } })).status).toBe(404)
  expect((await extend(stranger)).status).toBe(404)
  expect((await extend(daughter, await list('engraving', 'Engraving', '80.00'))).refusal.code).toBe('PRICE_CHANGED')
})

test('a clerk charges it from the price list, and a right that has ended lives again once it is paid', async () => {
  testApp.advanceTime(60 * 24 * 3_600_000)
  for (const who of [clerk, daughter]) Object.assign(who, await testApp.signIn(who.person))
  await endTerms(testApp.context)
  expect((await readRight()).state).toBe('ended')
  const body = { chargeID: randomUUID(), bookingID, priceID }
  expect((await clerk.call(chargeApi.add, { body })).status).toBe(200)
  await payAtCounter()
  expect(await readRight()).toMatchObject({ state: 'living', endsOn: after(10) })
  expect(await history()).toEqual([
    ['grant', null],
    ['end', null],
    ['extend', after(10)],
  ])
})

test('two members of a family who extend at the same moment charge it once', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => extend()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
})

test('a waived extension extends nothing, and a refunded one is taken back', async () => {
  await extend()
  const [waived] = await listDue()
  /** One clerk waives this amount alone. */
  await admin.call(houseApi.saveLimits, { body: { settleAlone: '500.00', waiveAlone: '600.00' } })
  const asked = await clerk.call(chargeApi.waive, { body: { chargeID: waived?.chargeID ?? '', reason } })
  expect([asked.status, (await readRight()).endsOn]).toEqual([200, endsOn])

  await extend()
  await payAtCounter()
  expect((await readRight()).endsOn).toBe(after(10))
  expect((await refund()).status).toBe(200)
  expect(await readRight()).toMatchObject({ endsOn, extended: 0, state: 'living' })
  expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
  expect((await extend()).status).toBe(200)
})

test('what a server of the version before has settled is extended within a minute, and once', async () => {
  const { db } = testApp.context
  await extend()
  await daughter.call(chargeApi.createIntent, { body: { bookingID } })
  const [charge] = await db.select().from(charges).where(eq(charges.extendsRightID, rightID))
  await db
    .update(payments)
    .set({ paymentStatus: 'Paid', paymentMethod: 'Cash', settledAt: testApp.time.now })
    .where(eq(payments.paymentID, charge?.paymentID ?? ''))
  await Promise.all([extendPaidElsewhere(testApp.context), extendPaidElsewhere(testApp.context)])
  await extendPaidElsewhere(testApp.context)
  expect(await readRight()).toMatchObject({ endsOn: after(10), extended: 1 })
})

test('a change of the rules binds only rights that are granted later', async () => {
  await setRight({ extensionYears: 5, extensionTimes: 1 })
  expect(await read()).toMatchObject({ years: 5, until: after(5) })
  await setRight({ extensionYears: null, extensionTimes: null })
  await setRules('10', '0')
  expect(await read()).toBeNull()
})

test.each([
  ['changes its rules', '5', '1'],
  ['has no rules any more', '', ''],
])(
  'an extension gives the years that its charge says, although the house %s before it is paid',
  async (_, years, times) => {
    await extend()
    expect((await setRules(years, times)).status).toBe(200)
    await payAtCounter()
    expect(await readRight()).toMatchObject({ endsOn: after(10), extended: 1, extensionYears: 10, extensionTimes: 2 })
    expect((await refund()).status).toBe(200)
    expect(await readRight()).toMatchObject({ endsOn, extended: 0 })
    expect(await findInvariantsOfRights(testApp.context.db)).toEqual({})
  },
)

test('a paid extension that the version before has charged waits until the house has rules again', async () => {
  await extend()
  await setRight({ extensionYears: null, extensionTimes: null })
  await setRules('', '')
  await payAtCounter()
  expect(await readRight()).toMatchObject({ endsOn, extended: 0 })
  await setRules('10', '2')
  await extendPaidElsewhere(testApp.context)
  expect(await readRight()).toMatchObject({ endsOn: after(10), extended: 1 })
})
