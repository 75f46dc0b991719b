import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { Term } from '#contract/rights/right.ts'
import { describeTerm } from '#contract/rights/term.ts'
import { bookingMoves, bookings, house, niches, registerEntries, rightMoves, rights } from '#server/database/schema.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { createRandom } from '#server/seed/seeded-random.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { submit } from '#test/booking-forms.ts'
import { codeOf } from '#test/caller.ts'
import { makeNiche } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { settleMovedElsewhere } from './settle-rights.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
const holder = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
const reason = 'A test'

const rightsOf = (nicheID: string) =>
  testApp.context.db.select().from(rights).where(eq(rights.nicheID, nicheID)).orderBy(rights.number)
const statesOf = async (nicheID: string) => (await rightsOf(nicheID)).map(({ state }) => state)
const settleAll = async () => {
  while (await settleMovedElsewhere(testApp.context));
}

/** A booking without a fee, which waits for a decision. */
async function book(nicheID: string, differences: object = {}) {
  return (await submit(holder, nicheID, 'Current', differences)).body.bookingID
}

async function setRules(basis: 'perpetual' | 'purchase' | 'firstPlacement' | 'fixedDay', years = '', until = '') {
  await testApp.context.db.insert(house).values(sampleHouse).onConflictDoNothing()
  return admin.call(rightRulesApi.saveRightRules, { body: { basis, years, until } })
}

test('the first approval grants the right, a second person joins it, and it is surrendered with the last and restored by undoing', async () => {
  const { nicheID } = await makeNiche(testApp.context, { capacity: 2, priceCents: 0 })
  const first = await book(nicheID)
  expect(await rightsOf(nicheID)).toEqual([])
  await clerk.call(bookingApi.approve, { body: { bookingID: first } })
  const [granted] = await rightsOf(nicheID)
  expect(granted).toMatchObject({ state: 'living', basis: 'perpetual', endsOn: null })

  const second = await book(nicheID, { besideBookingID: first, besideRelationship: 'Spouse', beneficiaryName: 'Lim' })
  await clerk.call(bookingApi.approve, { body: { bookingID: second } })
  const named = await testApp.context.db.select().from(bookings).where(eq(bookings.nicheID, nicheID))
  expect(named.map(({ rightID }) => rightID)).toEqual([granted?.rightID, granted?.rightID])

  await clerk.call(bookingApi.archive, { body: { bookingID: first } })
  expect(await statesOf(nicheID)).toEqual(['living'])
  await clerk.call(bookingApi.archive, { body: { bookingID: second } })
  expect(await statesOf(nicheID)).toEqual(['surrendered'])
  await clerk.call(bookingApi.reopen, { body: { bookingID: second, reason } })
  expect(await statesOf(nicheID)).toEqual(['living'])

  const { right } = (await clerk.call(staffPersonApi.person, { params: { bookingID: second } })).body.history
  expect(right.map(({ event, bookingID, by }) => [event, bookingID, by])).toEqual([
    ['grant', first, clerk.person.fullName],
    ['surrender', second, clerk.person.fullName],
    ['restore', second, clerk.person.fullName],
  ])
})

test('an approval that is taken back gives no right, and the same one when it is approved again', async () => {
  const { bookingID, nicheID } = await makeBooking(testApp.context, holder.person)
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  await clerk.call(bookingApi.reopen, { body: { bookingID, reason } })
  expect(await statesOf(nicheID)).toEqual(['surrendered'])
  expect((await holder.call(bookingApi.byID, { query: { bookingID } })).body[0]?.right).toBeNull()
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  expect(await statesOf(nicheID)).toEqual(['living'])
})

test('a pre-order keeps its right while its urn request waits, is denied and is approved', async () => {
  const { bookingID, nicheID } = await makeBooking(testApp.context, holder.person, {
    status: 'Pending',
    type: 'PreOrder',
    urn: true,
  })
  await testApp.context.db.update(bookings).set({ bookingStatus: 'Confirmed' }).where(eq(bookings.bookingID, bookingID))
  await settleAll()
  await testApp.context.db
    .update(bookings)
    .set({ bookingStatus: 'Pending', version: 9 })
    .where(eq(bookings.bookingID, bookingID))
  await settleAll()
  expect(await statesOf(nicheID)).toEqual(['living'])
  await clerk.call(bookingApi.deny, { body: { bookingID, to: holder.person.email, reason } })
  await clerk.call(bookingApi.undoDenial, { body: { bookingID } })
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  const [right] = await rightsOf(nicheID)
  expect([right?.state, right?.version]).toEqual(['living', 1])
})

test('another family gets a right of its own, also if a server of the version before archived the first booking', async () => {
  const { db } = testApp.context
  const { nicheID } = await makeNiche(testApp.context, { priceCents: 0 })
  const first = await book(nicheID)
  await clerk.call(bookingApi.approve, { body: { bookingID: first } })
  await moveElsewhere(first, { bookingType: 'Archived' })
  await db.update(niches).set({ status: 'Available' }).where(eq(niches.nicheID, nicheID))
  const second = await book(nicheID, { beneficiaryName: 'Goh Bee' })
  await clerk.call(bookingApi.approve, { body: { bookingID: second } })
  expect(await statesOf(nicheID)).toEqual(['surrendered', 'living'])
  await settleAll()
  expect(await statesOf(nicheID)).toEqual(['surrendered', 'living'])
  expect(await findInvariantsOfRights(db)).toEqual({})
})

test('bookings that a server of the version before confirmed get one right for each niche, and none a second time', async () => {
  const { db } = testApp.context
  const { nicheID } = await makeNiche(testApp.context, { capacity: 2, priceCents: 0 })
  const first = await book(nicheID)
  await moveElsewhere(first, { bookingStatus: 'Confirmed' })
  const second = await book(nicheID, { besideBookingID: first, besideRelationship: 'Spouse', beneficiaryName: 'Lim' })
  await moveElsewhere(second, { bookingStatus: 'Confirmed' })
  await settleAll()
  await settleAll()
  expect(await statesOf(nicheID)).toEqual(['living'])
  expect(await findInvariantsOfRights(db)).toEqual({})
  expect(await db.$count(rightMoves, eq(rightMoves.event, 'grant'))).toBe(await db.$count(rights))
})

test('a booking that somebody else has locked is compared the next time, and nobody waits for it', async () => {
  const { db } = testApp.context
  const { bookingID, nicheID } = await makeBooking(testApp.context, holder.person, { status: 'Confirmed' })
  if (onPostgres)
    await db.transaction(async (other) => {
      await other.select().from(bookings).where(eq(bookings.bookingID, bookingID)).for('update')
      await settleAll()
      expect(await statesOf(nicheID)).toEqual([])
    })
  await settleAll()
  expect(await statesOf(nicheID)).toEqual(['living'])
})

test('a change of the rules of the house binds only rights that are granted later', async () => {
  const before = await makeBooking(testApp.context, holder.person)
  await clerk.call(bookingApi.approve, { body: { bookingID: before.bookingID } })
  const elsewhere = await makeBooking(testApp.context, holder.person, { status: 'Confirmed' })
  testApp.advanceTime(1000)
  expect((await setRules('purchase', '30')).status).toBe(200)
  expect((await admin.call(rightRulesApi.rightRules)).body).toMatchObject({ basis: 'purchase', years: '30', until: '' })
  const after = await makeBooking(testApp.context, holder.person)
  await clerk.call(bookingApi.approve, { body: { bookingID: after.bookingID } })
  await settleAll()
  expect((await rightsOf(before.nicheID))[0]).toMatchObject({ basis: 'perpetual', endsOn: null })
  /** It was confirmed before the change, and only its right was written after it. */
  expect((await rightsOf(elsewhere.nicheID))[0]).toMatchObject({ basis: 'perpetual', endsOn: null })
  const [right] = await rightsOf(after.nicheID)
  expect(right).toMatchObject({ basis: 'purchase', years: 30 })
  expect(right?.endsOn?.slice(4)).toBe(right?.grantedOn?.slice(4))
  expect(Number(right?.endsOn?.slice(0, 4)) - Number(right?.grantedOn?.slice(0, 4))).toBe(30)
  const [shown] = (await holder.call(bookingApi.byID, { query: { bookingID: after.bookingID } })).body
  expect(shown?.right).toMatchObject({ state: 'living', endsOn: right?.endsOn })
  const receipt = await holder.call(paymentApi.receipt, { query: { bookingID: after.bookingID } })
  expect(shown?.right).toMatchObject(receipt.body.term ?? {})
  expect(receipt.body.term?.endsOn).toBe(right?.endsOn)
  await setRules('perpetual')
})

test('before a booking is confirmed, application and receipt name the term of the house, and for a second person that of the niche', async () => {
  const termFor = async (caller: typeof holder, bookingID?: string) =>
    (await caller.call(bookingApi.rightTerm, { query: { bookingID } })).body.term
  const receiptOf = async (bookingID: string) =>
    (await holder.call(paymentApi.receipt, { query: { bookingID } })).body.term
  await setRules('purchase', '30')
  const { nicheID } = await makeNiche(testApp.context, { capacity: 2, priceCents: 0 })
  const first = await book(nicheID)
  const promised = { basis: 'purchase', years: 30, endsOn: null }
  expect([await termFor(holder), await termFor(holder, first), await receiptOf(first)]).toEqual([
    promised,
    promised,
    promised,
  ])
  expect(describeTerm(promised as Term)).toBe('30 years from the day on which the booking is confirmed')
  await clerk.call(bookingApi.approve, { body: { bookingID: first } })
  const { endsOn } = (await receiptOf(first)) ?? {}
  expect(endsOn).toMatch(/^20\d\d-\d\d-\d\d$/)

  await setRules('perpetual')
  const second = await book(nicheID, { besideBookingID: first, besideRelationship: 'Spouse', beneficiaryName: 'Lim' })
  expect(await termFor(holder)).toEqual({ basis: 'perpetual', years: null, endsOn: null })
  expect(await termFor(holder, second)).toMatchObject({ endsOn })
  expect(await receiptOf(second)).toMatchObject({ endsOn })
  const stranger = await testApp.signIn('user')
  expect(codeOf(await stranger.call(bookingApi.rightTerm, { query: { bookingID: second } }))).toBe('NOT_FOUND')
  await clerk.call(bookingApi.deny, { body: { bookingID: second, to: holder.person.email, reason } })
  expect(await termFor(clerk, second)).toBeNull()
})

test('a last day that has passed is refused, and only admins change the rules', async () => {
  expect((await setRules('fixedDay', '', '2020-01-01')).refusal.code).toBe('RIGHT_END_PASSED')
  const body = { basis: 'perpetual' as const, years: '', until: '' }
  expect((await clerk.call(rightRulesApi.saveRightRules, { body })).status).toBe(403)
})

test('a term that begins with the first placement has its end from then on', async () => {
  await setRules('firstPlacement', '10')
  testApp.advanceTime(1000)
  const urn = await makeUrn(testApp.context, clerk)
  await settleAll()
  const { nicheID } = urn
  expect((await rightsOf(nicheID))[0]).toMatchObject({ basis: 'firstPlacement', years: 10, endsOn: null })
  await moveTogether(urn, 'place', [clerk, await testApp.signIn('staff')])
  const [right] = await rightsOf(nicheID)
  expect(right?.endsOn).toMatch(/^20\d\d-\d\d-\d\d$/)
  const moves = await testApp.context.db
    .select()
    .from(rightMoves)
    .where(eq(rightMoves.rightID, right?.rightID ?? ''))
  expect(moves.map(({ event }) => event)).toEqual(['grant', 'begin'])
  await setRules('perpetual')
})

test('after its last day a right has ended and waits: niche, booking and urn stay as they are, and a second person joins it', async () => {
  const { db } = testApp.context
  const { nicheID } = await makeNiche(testApp.context, { capacity: 2, priceCents: 0 })
  const first = await book(nicheID)
  await clerk.call(bookingApi.approve, { body: { bookingID: first } })
  const lastDay = (day: string) =>
    db.update(rights).set({ basis: 'fixedDay', endsOn: day }).where(eq(rights.nicheID, nicheID))
  const before = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, first))
  await lastDay('2999-12-31')
  await endTerms(testApp.context)
  expect(await statesOf(nicheID)).toEqual(['living'])
  await lastDay('2020-02-29')
  await endTerms(testApp.context)
  await endTerms(testApp.context)
  expect(await statesOf(nicheID)).toEqual(['ended'])
  expect(await db.select().from(niches).where(eq(niches.nicheID, nicheID))).toEqual(before)
  expect((await db.select().from(bookings).where(eq(bookings.bookingID, first)))[0]).toEqual(booking)

  const second = await book(nicheID, { besideBookingID: first, besideRelationship: 'Spouse', beneficiaryName: 'Lim' })
  await clerk.call(bookingApi.approve, { body: { bookingID: second } })
  expect(await statesOf(nicheID)).toEqual(['ended'])
  for (const bookingID of [first, second]) await clerk.call(bookingApi.archive, { body: { bookingID } })
  await clerk.call(bookingApi.reopen, { body: { bookingID: first, reason } })
  expect(await statesOf(nicheID)).toEqual(['ended'])
})

test('one half behind a shared door is given up, and the right to the other half stays as it is', async () => {
  const { db } = testApp.context
  const left = await makeNiche(testApp.context, { priceCents: 0 })
  const right = { nicheID: randomUUID(), half: 'b' }
  const [niche] = await db.update(niches).set({ half: 'a' }).where(eq(niches.nicheID, left.nicheID)).returning()
  if (niche) await db.insert(niches).values({ ...niche, ...right, nicheCode: `${left.nicheCode}-b` })
  const [first, second] = [await book(left.nicheID), await book(right.nicheID, { beneficiaryName: 'Lim' })]
  for (const bookingID of [first, second]) await clerk.call(bookingApi.approve, { body: { bookingID } })
  const before = await rightsOf(right.nicheID)
  const bookingBefore = await db.select().from(bookings).where(eq(bookings.bookingID, second))
  expect((await clerk.call(bookingApi.archive, { body: { bookingID: first } })).status).toBe(200)
  await settleAll()
  expect(await statesOf(left.nicheID)).toEqual(['surrendered'])
  expect(await rightsOf(right.nicheID)).toEqual(before)
  expect(await db.select().from(bookings).where(eq(bookings.bookingID, second))).toEqual(bookingBefore)
})

test('a booking of a register has its right since the day that the register names', async () => {
  const bookingID = await makeImportedBooking(testApp.context)
  const { db } = testApp.context
  const [found] = await db
    .select({ right: rights, entry: registerEntries })
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(eq(bookings.bookingID, bookingID))
  expect(found?.right).toMatchObject({ state: 'living', basis: 'perpetual', grantedOn: found?.entry.bookedOn || null })
})

/** Writes a move as the previous version does: without the right, and without noting that both were compared. */
async function moveElsewhere(bookingID: string, set: Partial<typeof bookings.$inferInsert>) {
  const { db, clock } = testApp.context
  const [before] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  if (!before) throw new Error('No such booking')
  const [after = before] = await db
    .update(bookings)
    .set({ ...set, version: before.version + 1 })
    .where(eq(bookings.bookingID, bookingID))
    .returning()
  await db.insert(bookingMoves).values({
    bookingID,
    event: set.bookingType === 'Archived' ? 'archive' : 'approve',
    fromStatus: before.bookingStatus,
    fromType: before.bookingType,
    fromNicheStatus: before.nicheStatus,
    toStatus: after.bookingStatus,
    toType: after.bookingType,
    at: clock(),
  })
}

/** The walks take long, and the engine decides nothing in them. */
test.each(onPostgres ? [1, 2, 3] : [2])(
  'after random moves here and on a server of the version before, each niche for up to %i has one right, for one family, with a reason',
  async (most) => {
    const { db } = testApp.context
    const random = createRandom(most)
    const { nicheID } = await makeNiche(testApp.context, { capacity: most, priceCents: 0 })
    const list = () => db.select().from(bookings).where(eq(bookings.nicheID, nicheID))
    const isActive = ({ bookingStatus, bookingType }: typeof bookings.$inferSelect) =>
      bookingStatus !== 'Cancelled' && bookingType !== 'Archived'
    let number = 0
    const decide =
      (call: typeof bookingApi.approve | typeof bookingApi.archive | typeof bookingApi.confirm) =>
      (bookingID: string) =>
        clerk.call(call, { body: { bookingID } })
    const moves = {
      approve: decide(bookingApi.approve),
      confirm: decide(bookingApi.confirm),
      archive: decide(bookingApi.archive),
      release: (bookingID: string) => clerk.call(bookingApi.release, { body: { bookingID, reason } }),
      reopen: (bookingID: string) => clerk.call(bookingApi.reopen, { body: { bookingID, reason } }),
      deny: (bookingID: string) =>
        clerk.call(bookingApi.deny, { body: { bookingID, to: holder.person.email, reason } }),
      undoDenial: (bookingID: string) => clerk.call(bookingApi.undoDenial, { body: { bookingID } }),
      approveElsewhere: async (bookingID: string) => {
        const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
        if (booking?.bookingStatus !== 'Pending') return
        await moveElsewhere(bookingID, { bookingStatus: 'Confirmed', bookingType: 'Current', nicheStatus: 'Occupied' })
        await db.update(niches).set({ status: 'Occupied' }).where(eq(niches.nicheID, nicheID))
      },
      archiveElsewhere: async (bookingID: string) => {
        const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
        if (booking?.bookingStatus !== 'Confirmed' || booking.bookingType !== 'Current') return
        await moveElsewhere(bookingID, { bookingType: 'Archived', nicheStatus: 'Available' })
        const left = (await list()).some(isActive)
        if (!left) await db.update(niches).set({ status: 'Available' }).where(eq(niches.nicheID, nicheID))
      },
    }
    const seen = new Set<string>()
    for (let step = 0; step < 120; step++) {
      const all = await list()
      const active = all.filter(isActive)
      if (random.chance(0.35)) {
        number += 1
        const beside = active.length > 0 && {
          besideBookingID: random.pick(active).bookingID,
          besideRelationship: 'Sibling' as const,
        }
        const beneficiaryName = `Tan ${[...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`
        const person = { beneficiaryName, beneficiaryNationalID: `S1${1000 + number}A` }
        await submit(holder, nicheID, random.pick(['Current', 'PreOrder'] as const), { ...beside, ...person })
      } else if (all.length > 0) {
        const from = active.length > 0 && random.chance(0.75) ? active : all
        await moves[random.pick(Object.keys(moves) as (keyof typeof moves)[])](random.pick(from).bookingID)
      }
      if (random.chance(0.3)) await settleAll()
      if (random.chance(0.1)) testApp.advanceTime(60_000)
      const unsettled = await db.$count(bookings, sql`right_version is distinct from version and niche_id = ${nicheID}`)
      if (unsettled === 0) expect(await findInvariantsOfRights(db)).toEqual({})
      for (const { state } of await rightsOf(nicheID)) seen.add(state)
    }
    await settleAll()
    expect(await findInvariantsOfRights(db)).toEqual({})
    expect([...seen].sort()).toEqual(['living', 'surrendered'])
  },
  120_000,
)
