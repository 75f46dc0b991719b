import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rightApi } from '#contract/rights/api.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { bookings, niches, rightMoves, rights } from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { setEnd } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { endTerms } from './after-end.ts'

const testApp = prepareTestApp()
const holder = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

test('staff find rights by number, niche, holder and year of end, and families and witnesses do not', async () => {
  const { db } = testApp.context
  const owner = await makeUser(testApp.context, { fullName: 'Zebedee Quek' })
  const { bookingID, nicheID } = await makeApproved(testApp.context, owner)
  await setEnd(testApp.context, bookingID, '2071-03-14')
  const [{ nicheCode } = { nicheCode: '' }] = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const find = async (query: { text?: string; year?: string; state?: 'living' | 'ended' }) =>
    (await clerk.call(rightApi.list, { query })).body
  const [right] = await find({ text: 'quek zeb' })
  expect(right).toMatchObject({ bookingID, nicheCode, holder: 'Zebedee Quek', endsOn: '2071-03-14', state: 'living' })
  const number = right?.number ?? ''
  expect((await find({ text: number })).map((each) => each.number)).toEqual([number])
  expect((await find({ text: nicheCode.toLowerCase() })).map((each) => each.number)).toEqual([number])
  expect((await find({ year: '2071' })).map((each) => each.number)).toEqual([number])
  expect((await find({ year: '2071', state: 'ended' })).map((each) => each.number)).toEqual([])
  expect(await find({ text: 'Nobody Here' })).toEqual([])
  expect((await admin.call(rightApi.list, { query: {} })).body.length).toBeGreaterThan(0)
  expect((await holder.call(rightApi.list, { query: {} })).status).toBe(403)
  expect((await (await testApp.signIn('witness')).call(rightApi.list, { query: {} })).status).toBe(403)
})

test('more than a thousand rights are listed page by page, the newest first and each once', async () => {
  const { db } = testApp.context
  const { bookingID } = await makeApproved(testApp.context, await makeUser(testApp.context))
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  if (!booking) throw new Error('No booking')
  const { nicheID } = await makeNiche(testApp.context)
  const made = Array.from({ length: 1100 }, () => ({ rightID: randomUUID(), bookingID: `B-${randomUUID()}` }))
  const term = { nicheID, basis: 'fixedDay', endsOn: '2081-05-04', state: 'surrendered', version: 1 } as const
  await insertRows(
    db,
    rights,
    made.map(({ rightID }) => ({ rightID, ...term })),
  )
  /** Each right needs a booking that names it; the place of a cancelled booking is nobody's. */
  await db.execute(bookingsNaming(booking.bookingID, nicheID, made))
  const numbers: string[] = []
  let cursor: string | undefined
  do {
    const { body, headers } = await clerk.call(rightApi.list, { query: { year: '2081', ...(cursor && { cursor }) } })
    numbers.push(...body.map(({ number }) => number))
    cursor = /cursor=(\d+)/.exec(String(headers.link))?.[1]
  } while (cursor)
  expect(new Set(numbers).size).toBe(1100)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
})

test('many rights that have ended are noted once each, by the clock of the database', async () => {
  const { db } = testApp.context
  const rows = await Promise.all(
    Array.from({ length: 5 }, async () => ({
      rightID: randomUUID(),
      nicheID: (await makeNiche(testApp.context)).nicheID,
      basis: 'leaseEnd' as const,
      endsOn: '2021-12-31',
      state: 'living' as const,
      version: 1,
    })),
  )
  await insertRows(db, rights, rows)
  const ids = rows.map(({ rightID }) => rightID)
  await Promise.all([endTerms(testApp.context), endTerms(testApp.context)])
  await endTerms(testApp.context)
  const ended = await db.select().from(rights).where(inArray(rights.rightID, ids))
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['ended']))
  expect(await db.$count(rightMoves, inArray(rightMoves.rightID, ids))).toBe(5)
})

/** Copies of a booking, cancelled, each with a person and a right of its own. */
const bookingsNaming = (
  bookingID: string,
  nicheID: string,
  made: readonly { rightID: string; bookingID: string }[],
) => sql`
  with wanted as (
    select w."rightID" as right_id, w."bookingID" as booking_id, gen_random_uuid() as beneficiary_id
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as w ("rightID" uuid, "bookingID" text)),
  people as (
    insert into beneficiaries
    select (jsonb_populate_record(p, jsonb_build_object('beneficiary_id', w.beneficiary_id))).*
    from wanted w, beneficiaries p join bookings b using (beneficiary_id) where b.booking_id = ${bookingID})
  insert into bookings
  select (jsonb_populate_record(b, jsonb_build_object('booking_id', w.booking_id, 'beneficiary_id', w.beneficiary_id,
    'right_id', w.right_id, 'niche_id', ${nicheID}::text, 'booking_status', 'Cancelled', 'right_version', b.version))).*
  from wanted w, bookings b where b.booking_id = ${bookingID}`
