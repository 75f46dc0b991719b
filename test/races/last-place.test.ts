import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { lockBooking } from '#server/bookings/public.ts'
import { inTransaction } from '#server/core/context.ts'
import { constraintOf } from '#server/http/constraints.ts'
import { makeBooking } from '../booking-factory.ts'
import { applicantFields, application, certificateFiles } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'
import { makeUser } from '../factories.ts'
import { dropPlaceConstraints, findViolations } from '../find-violations.ts'
import { expectInvariants } from '../invariants.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()

const families = 50

/** A person who rests in a niche for two. */
async function makeCouplesNiche() {
  const { db } = testApp.context
  const made = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  await db.execute(sql`update niches set capacity = 2 where niche_id = ${made.nicheID}`)
  return made
}

/** Writes a second booking as if no code had looked at the niche before: `taken`, or the constraint that refuses it. */
const writeBeside = (bookingID: string, at: number) =>
  testApp.context.db
    .execute(sql`
      with person as (
        insert into beneficiaries
        select (jsonb_populate_record(p, jsonb_build_object('beneficiary_id', ${randomUUID()}::text))).*
        from beneficiaries p join bookings b using (beneficiary_id) where b.booking_id = ${bookingID} returning beneficiary_id
      )
      insert into bookings
      select (jsonb_populate_record(b, jsonb_build_object(
        'booking_id', ${`B-${at}`}::text, 'beneficiary_id', person.beneficiary_id, 'place_number', 2, 'beside_booking_id', b.booking_id))).*
      from bookings b, person where b.booking_id = ${bookingID}`)
    .then(() => 'taken', constraintOf)

async function writeAtOnce(bookingID: string) {
  const answers = await Promise.all(Array.from({ length: families }, (_, at) => writeBeside(bookingID, at)))
  return { taken: answers.filter((answer) => answer === 'taken').length, answers: new Set(answers) }
}

test('the last place of a niche goes to one of fifty families who want it at the same moment', async () => {
  const { bookingID, nicheID } = await makeCouplesNiche()
  const clerk = await testApp.signIn('staff')
  const people = await Promise.all(Array.from({ length: families }, () => makeUser(testApp.context)))
  const answers = await Promise.all(
    people.map((person) => {
      const beside = { besideBookingID: bookingID, besideRelationship: 'Spouse', beneficiaryName: 'Lim Siew Hoon' }
      const body = { ...beside, ...applicantFields(person), ...application(nicheID, 'PreOrder') }
      const input = { body, files: certificateFiles('PreOrder') }
      return createCaller(replicas.next(), clerk.cookie).call(bookingApi.submit, input)
    }),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(families - 1)
  expect(new Set(refused.map(({ refusal }) => refusal.code))).toEqual(new Set(['NICHE_FULL']))
  /** The first booking was written without its history. */
  await expectInvariants(testApp.context.db, [
    'a move was not recorded in the audit log',
    'a settled payment has no receipt',
  ])
}, 120_000)

test('the database takes one of fifty bookings that are written to the last place without a look', async () => {
  const { bookingID } = await makeCouplesNiche()
  const { taken, answers } = await writeAtOnce(bookingID)
  expect(taken).toBe(1)
  expect(answers).toEqual(new Set(['taken', 'bookings_one_active_per_place']))
})

test('without its index and trigger it takes all of them, so the test above can fail', async () => {
  const { bookingID } = await makeCouplesNiche()
  await dropPlaceConstraints(testApp.context.db)
  expect((await writeAtOnce(bookingID)).taken).toBe(families)
  expect(await findViolations(testApp.context.db)).toHaveProperty('a niche has more active bookings than places')
})

test.runIf(isPostgres)('two who lock both bookings of a niche, each in another order, do not deadlock', async () => {
  const { context } = testApp
  const { bookingID } = await makeCouplesNiche()
  expect(await writeBeside(bookingID, 1)).toBe('taken')
  const lockBoth = (one: string, other: string, meanwhile = async () => {}) =>
    inTransaction(context, async ({ db }) => {
      await lockBooking(db, one)
      await meanwhile()
      return [(await lockBooking(db, other))?.booking.bookingID]
    })
  let second: Promise<unknown> | undefined
  const first = lockBoth(bookingID, 'B-1', async () => {
    second = lockBoth('B-1', bookingID)
    await waitUntilBlocked(testApp.database)
  })
  expect(await Promise.all([first, first.then(() => second)])).toEqual([['B-1'], [bookingID]])
})
