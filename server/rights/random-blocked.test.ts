import { randomUUID } from 'node:crypto'
import { eq, inArray, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dayMs } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import {
  bookings,
  charges,
  niches,
  paymentEvents,
  payments,
  rightHolders,
  rightObjections,
  rights,
  urnMoves,
} from '#server/database/schema.ts'
import { createRandom, type Random } from '#server/seed/seeded-random.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { submitAtCounter } from '#test/booking-forms.ts'
import { listPrice } from '#test/price-factory.ts'
import { askClaim, makeEnding, object, readRight, rightOf } from '#test/right-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeUrn, moveTogether, readUrn } from '#test/urn-factory.ts'

const testApp = prepareTestApp({}, 'each')
const family = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
const reason = 'A test'

/** A right whose urn, money and holders can move, and one of a pre-order that can be released. In the demo one clerk decides alone. */
async function prepareActs(random: Random) {
  const { context } = testApp
  const { db } = context
  await admin.call(houseApi.save, { body: sampleHouse })
  const urn = await makeUrn(context, clerk, { owner: family.person })
  const { bookingID, nicheID } = urn
  const { number, rightID } = await rightOf(context, bookingID)
  await db.update(niches).set({ capacity: 8, furtherPriceCents: 50_000 }).where(eq(niches.nicheID, nicheID))
  const [plaque, extension] = [await listPrice(testApp, admin, 'plaque'), await listPrice(testApp, admin, 'extension')]
  const charge = (priceID: string) =>
    clerk.call(chargeApi.add, { body: { chargeID: randomUUID(), bookingID, priceID } })
  await charge(plaque)
  const readCharge = async () => (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body[0]
  const chargeIDs = [(await readCharge())?.chargeID ?? '']
  const paid = { bookingID, chargeIDs, amount: '80.00', paymentMethod: 'Cash' } as const
  await clerk.call(chargeApi.record, { body: paid })
  const paymentID = (await readCharge())?.paymentID ?? ''
  const { claimID } = await askClaim(clerk, number, { kind: 'transfer' })
  const [leaving] = (await readRight(clerk, number)).claims[0]?.leaving ?? []
  await clerk.call(claimApi.recordConsent, { body: { claimID, holderID: leaving?.holderID ?? 0, consent: 'Signed.' } })
  testApp.advanceTime(15 * dayMs)
  for (const each of [clerk, colleague, admin]) Object.assign(each, await testApp.signIn(each.person))
  await makeEnding(context, bookingID)
  const makePreOrder = async () => {
    const made = await makeBooking(context, family.person, { status: 'Confirmed', type: 'PreOrder' })
    return { ...made, ...(await rightOf(context, made.bookingID)) }
  }
  let preOrder = await makePreOrder()

  const acts = {
    moveUrn: async () =>
      moveTogether(urn, (await readUrn(clerk, urn)).place === 'niche' ? 'takeOut' : 'place', [clerk, colleague]),
    release: () => clerk.call(bookingApi.release, { body: { bookingID: preOrder.bookingID, reason } }),
    placeBeside: () =>
      submitAtCounter(clerk, family.person, nicheID, 'PreOrder', {
        besideBookingID: bookingID,
        besideRelationship: 'Spouse',
        beneficiaryName: 'Lim',
      }),
    chargePlaque: () => charge(plaque),
    chargeExtension: () => charge(extension),
    refund: () => clerk.call(chargeApi.refund, { body: { paymentID, reason } }),
    transfer: () => clerk.call(claimApi.decide, { body: { claimID, isFor: true, reason } }),
    correctHolder: async () => {
      const [{ holderID = 0, name = '' } = {}] = (await readRight(clerk, number)).holders
      return clerk.call(rightApi.saveHolder, { body: { number, holderID, name, address: random.digits(6), reason } })
    },
  }
  return {
    acts,
    rights: () => [
      { number, rightID },
      { number: preOrder.number, rightID: preOrder.rightID },
    ],
    /** Everything that an objection keeps as it is. */
    read: async () => ({
      bookings: await db
        .select({ id: bookings.bookingID, status: bookings.bookingStatus, type: bookings.bookingType })
        .from(bookings)
        .where(or(eq(bookings.nicheID, nicheID), eq(bookings.bookingID, preOrder.bookingID)))
        .orderBy(bookings.bookingID),
      rights: await db
        .select({ number: rights.number, state: rights.state, endsOn: rights.endsOn })
        .from(rights)
        .where(inArray(rights.rightID, [rightID, preOrder.rightID]))
        .orderBy(rights.number),
      holders: await db.select().from(rightHolders).where(eq(rightHolders.rightID, rightID)),
      urnMoves: await db.$count(urnMoves, eq(urnMoves.tag, urn.tag)),
      charges: await db.$count(charges, eq(charges.bookingID, bookingID)),
      payments: await db.select().from(payments).where(eq(payments.paymentID, paymentID)),
      refunds: await db.$count(paymentEvents, eq(paymentEvents.paymentID, paymentID)),
    }),
    renewPreOrder: async () => {
      preOrder = await makePreOrder()
    },
  }
}

/** Tries every act in a random order, some of them twice, and returns those that moved something. */
async function tryAll({ acts, read }: Awaited<ReturnType<typeof prepareActs>>, random: Random) {
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const order = [...names, random.pick(names), random.pick(names)]
    .map((name) => ({ name, at: random.digits(6) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
  const moved = new Set<string>()
  let before = await read()
  for (const { name } of order) {
    await acts[name]()
    const after = await read()
    if (JSON.stringify(after) !== JSON.stringify(before)) moved.add(name)
    before = after
  }
  return moved
}

test.each([3, 17])(
  'over random acts (%i) a blocked right moves nothing, and without its objection each of them moves something',
  async (seed) => {
    const random = createRandom(seed)
    const prepared = await prepareActs(random)
    const moved = new Set<string>()
    for (const _ of ['first', 'second', 'third']) {
      for (const { number } of prepared.rights()) expect((await object(clerk, number)).status).toBe(200)
      expect(await tryAll(prepared, random)).toEqual(new Set())
      /** The control: what the check reads is not there. */
      await testApp.context.db.delete(rightObjections)
      for (const name of await tryAll(prepared, random)) moved.add(name)
      await prepared.renewPreOrder()
    }
    expect([...moved].sort()).toEqual(Object.keys(prepared.acts).sort())
  },
  120_000,
)
