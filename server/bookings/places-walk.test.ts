import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { bookings } from '#server/database/schema.ts'
import { createRandom } from '#server/seed/seeded-random.ts'
import { submit } from '#test/booking-forms.ts'
import { readNicheStatus } from '#test/booking-reads.ts'
import { makeNiche } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
/** The caller is new for each walk, because sessions end after some hours. */
const holder = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

const steps = 150
/** For example `BAAC` for 1002: somebody else each time, because the same form sent again is not another booking. */
const nameOf = (number: number) => [...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')

test.each([1, 2, 3, 4])(
  'after each of many random moves in a niche for up to %i, its status, its bookings and their payments agree',
  async (most) => {
    const { db } = testApp.context
    const random = createRandom(most)
    const { nicheID } = await makeNiche(testApp.context, { capacity: most, priceCents: 0 })
    const listActive = () =>
      db
        .select()
        .from(bookings)
        .where(and(eq(bookings.nicheID, nicheID), whereActive))
    const seen = new Set<number>()
    let number = 1000

    const book = async () => {
      const type = random.pick(['Current', 'PreOrder'] as const)
      const active = await listActive()
      const beside = active.length > 0 && {
        besideBookingID: random.pick(active).bookingID,
        besideRelationship: 'Sibling',
      }
      number += 1
      const [beneficiaryName, beneficiaryNationalID] = [`Tan ${nameOf(number)}`, `S100${number}A`]
      await submit(holder, nicheID, type, { ...beside, beneficiaryName, beneficiaryNationalID })
    }
    const decide =
      (...events: (keyof typeof decisions)[]) =>
      async () => {
        const ended = random.chance(0.2) ? await db.select().from(bookings).where(eq(bookings.nicheID, nicheID)) : []
        const made = [...(await listActive()), ...ended]
        if (made.length > 0) await decisions[random.pick(events)](random.pick(made).bookingID)
      }
    const wait = async () => testApp.advanceTime(20 * 60_000)
    const changePlaces = () =>
      admin.call(hallApi.changeCapacity, {
        body: {
          nicheIDs: [nicheID],
          capacity: random.pick([most, most, random.int(1, most)]),
          furtherPrice: random.pick(['0.00', '0.00', '500.00']),
        },
      })
    const moves = [
      book,
      book,
      decide('approve', 'confirm'),
      decide('approve', 'confirm'),
      changePlaces,
      wait,
      decide(...all),
    ]

    for (let step = 0; step < steps; step++) {
      await random.pick(moves)()
      const active = await listActive()
      seen.add(active.length)
      expect((await readNicheStatus(holder, nicheID)) === 'Available').toBe(active.length === 0)
      await expectInvariants(db)
    }
    expect([...seen].sort()).toEqual(Array.from({ length: most + 1 }, (_, count) => count))
  },
  120_000,
)

const reason = 'Random walk'
const decisions = {
  approve: (bookingID: string) => clerk.call(bookingApi.approve, { body: { bookingID } }),
  confirm: (bookingID: string) => clerk.call(bookingApi.confirm, { body: { bookingID } }),
  cancel: (bookingID: string) => clerk.call(bookingApi.cancel, { body: { bookingID } }),
  archive: (bookingID: string) => clerk.call(bookingApi.archive, { body: { bookingID } }),
  release: (bookingID: string) => clerk.call(bookingApi.release, { body: { bookingID, reason } }),
  reopen: (bookingID: string) => clerk.call(bookingApi.reopen, { body: { bookingID, reason } }),
  deny: (bookingID: string) => clerk.call(bookingApi.deny, { body: { bookingID, to: holder.person.email, reason } }),
}
const all = Object.keys(decisions) as (keyof typeof decisions)[]
