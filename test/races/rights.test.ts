import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { bookings, niches, rights } from '#server/database/schema.ts'
import { constraintOf } from '#server/http/constraints.ts'
import { makeBooking } from '../booking-factory.ts'
import { createCaller } from '../caller.ts'
import { makeNiche, makeUser } from '../factories.ts'
import { findInvariantsOfRights } from '../rights.ts'
import { isPostgres, prepareReplicas } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()

/** Two people of one family in a niche for two, of whom neither is approved yet. */
async function makeCouple() {
  const { db } = testApp.context
  const owner = await makeUser(testApp.context)
  const [first, second] = [await makeBooking(testApp.context, owner), await makeBooking(testApp.context, owner)]
  await db.update(niches).set({ capacity: 2 }).where(eq(niches.nicheID, first.nicheID))
  await db
    .update(bookings)
    .set({ nicheID: first.nicheID, placeNumber: 2, besideBookingID: first.bookingID })
    .where(eq(bookings.bookingID, second.bookingID))
  return { nicheID: first.nicheID, bookingIDs: [first.bookingID, second.bookingID] }
}

test('two approvals for one niche at the same moment, while the job compares, grant one right that both name', async () => {
  const { db } = testApp.context
  const clerk = await testApp.signIn('staff')
  for (let round = 0; round < 8; round++) {
    const { nicheID, bookingIDs } = await makeCouple()
    const approve = (bookingID: string) =>
      createCaller(replicas.next(), clerk.cookie).call(bookingApi.approve, { body: { bookingID } })
    const [one, other] = await Promise.all([
      ...bookingIDs.map(approve),
      ...(isPostgres ? [settleMovedElsewhere(testApp.context)] : []),
    ])
    expect([one, other]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await db.$count(rights, eq(rights.nicheID, nicheID))).toBe(1)
  }
  while (await settleMovedElsewhere(testApp.context));
  expect(await findInvariantsOfRights(db)).toEqual({})
}, 120_000)

/** Writes rights as if no code had looked at the niche before: `granted`, or the constraint that refuses it. */
async function grantAtOnce(nicheID: string) {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      testApp.context.db
        .insert(rights)
        .values({ rightID: randomUUID(), nicheID, basis: 'perpetual', state: 'living' })
        .then(() => 'granted', constraintOf),
    ),
  )
  return { granted: answers.filter((answer) => answer === 'granted').length, answers: new Set(answers) }
}

test('the database takes one of ten rights that are written for a niche without a look', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { granted, answers } = await grantAtOnce(nicheID)
  expect(granted).toBe(1)
  expect(answers).toEqual(new Set(['granted', 'rights_one_per_niche']))
})

test('without its index it takes all of them, so the test above can fail', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  await testApp.context.db.execute(sql`drop index rights_one_per_niche`)
  expect((await grantAtOnce(nicheID)).granted).toBe(10)
})
