import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay, toInstant } from '#contract/dates.ts'
import { bookings, niches, paymentEvents, payments, statDeltas } from '#server/database/schema.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { rollUpStats } from './roll-up-stats.ts'

const testApp = prepareTestApp()
let admin: SignedInCaller
let staff: SignedInCaller
beforeAll(async () => {
  await seedDemo(testApp.context)
  admin = await testApp.signIn('admin')
  staff = await testApp.signIn('staff')
})

/** The same figures, counted directly in the tables. */
async function countDirectly() {
  const { db } = testApp.context
  const one = async (query: ReturnType<typeof sql>) => Number((await db.execute<{ n: unknown }>(query)).rows[0]?.n)
  const clients = sql`(select user_id, count(*) as n from bookings where booking_status <> 'Cancelled' and user_id is not null group by user_id)`
  return {
    totalBookings: await one(sql`select count(*) as n from bookings`),
    pendingApproval: await one(sql`select count(*) as n from bookings where booking_status = 'Pending'`),
    returningClients: await one(
      sql`select round(100.0 * count(*) filter (where n > 1) / count(*)) as n from ${clients} c`,
    ),
    available: await one(sql`select count(*) as n from niches where status = 'Available'`),
  }
}
async function readStats() {
  const { nicheStatuses, ...figures } = (await staff.call(dashboardApi.stats)).body
  return { ...figures, available: nicheStatuses.find(({ status }) => status === 'Available')?.count }
}

const readMoney = async () => (await admin.call(dashboardApi.money)).body
type Money = Awaited<ReturnType<typeof readMoney>>

/** The difference in SGD, in all halls. */
function gained(before: Money, after: Money, month: string) {
  const [earlier, later] = [before, after].map(({ months }) => months.find((each) => each.month === month))
  const gain = (what: 'taken' | 'refunded') => Math.round((Number(later?.[what]) - Number(earlier?.[what])) * 100) / 100
  return { taken: gain('taken'), refunded: gain('refunded') }
}

test('the dashboard figures equal a direct count, before and after the roll-up', async () => {
  const expected = await countDirectly()
  expect(expected.totalBookings).toBeGreaterThan(100)
  expect(await readStats()).toEqual(expected)
  await rollUpStats(testApp.context)
  expect(await testApp.context.db.select().from(statDeltas)).toEqual([])
  expect(await readStats()).toEqual(expected)
})

test('the dashboard figures follow every change of a booking or a niche', async () => {
  const { db } = testApp.context
  await db
    .update(bookings)
    .set({ bookingStatus: 'Cancelled', holdExpiresAt: null })
    .where(sql`booking_type <> 'Archived' and random() < 0.3`)
  await db.update(niches).set({ status: 'Blocked' }).where(sql`random() < 0.1`)
  await db.update(bookings).set({ remarks: 'no figure changes' })
  expect(await readStats()).toEqual(await countDirectly())
})

test('changes are counted once when several replicas roll up at the same time and in small batches', async () => {
  const { context } = testApp
  await context.db.update(niches).set({ status: 'Available' }).where(sql`random() < 0.2`)
  await Promise.all([rollUpStats(context), rollUpStats(context), rollUpStats(context, 2)])
  expect(await readStats()).toEqual(await countDirectly())
  await context.db.update(niches).set({ status: 'Blocked' }).where(sql`random() < 0.2`)
  await rollUpStats(context, 2)
  expect(await readStats()).toEqual(await countDirectly())
  await rollUpStats(context)
  expect(await context.db.select().from(statDeltas)).toEqual([])
  expect(await readStats()).toEqual(await countDirectly())
})

test('the places of a building, and those that are taken, follow every change of a booking or a niche', async () => {
  const { db } = testApp.context
  const active = sql`booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'`
  const readPlaces = async () => {
    const { occupancy } = (await admin.call(dashboardApi.house)).body
    const sum = (figure: 'places' | 'placesTaken') => occupancy.reduce((all, each) => all + each[figure], 0)
    return { places: sum('places'), placesTaken: sum('placesTaken') }
  }
  const countPlaces = async () => ({
    places: Number((await db.select({ sum: sql`sum(capacity)` }).from(niches))[0]?.sum),
    placesTaken: await db.$count(bookings, active),
  })
  expect(await readPlaces()).toEqual(await countPlaces())
  await db.update(niches).set({ capacity: 2 }).where(sql`status = 'Blocked'`)
  await db
    .update(bookings)
    .set({ bookingStatus: 'Cancelled', holdExpiresAt: null })
    .where(sql`${active} and random() < 0.5`)
  const { places, placesTaken } = await readPlaces()
  expect({ places, placesTaken }).toEqual(await countPlaces())
  expect([places > 2304, placesTaken > 0]).toEqual([true, true])
})

test('only roll-up-stats.ts writes the totals', () => {
  const writers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /into stat_totals|(insert|update)\(statTotals\)/.test(readFileSync(join('server', path), 'utf8')))
  expect(writers).toEqual(['dashboard/roll-up-stats.ts'])
})

test('the overview by building adds up to all niches, and covers the last twelve months', async () => {
  const { occupancy, months } = (await admin.call(dashboardApi.house)).body
  expect(occupancy.map(({ buildingName }) => buildingName)).toEqual(['Tembusu Hall', 'Angsana Hall'])
  const all = occupancy.flatMap(({ statuses }) => statuses).reduce((sum, { count }) => sum + count, 0)
  expect(all).toBe(2304)
  expect(months).toHaveLength(12)
  expect(months.at(-1)?.month).toBe(toDay(testApp.time.now).slice(0, 7))
})

test('money by hall and month adds up to the events of payments, in the months of Singapore', async () => {
  const { db } = testApp.context
  const [payment] = await db.select().from(payments).where(sql`payment_status = 'Paid'`).limit(1)
  const month = toDay(testApp.time.now).slice(0, 7)
  const midnight = toInstant(`${month}-01`, '00:00')
  const lastMonth = toDay(new Date(midnight.getTime() - 1)).slice(0, 7)
  const moves = [
    { kind: 'surplus', movedCents: 123_45, at: new Date(midnight.getTime() - 1) },
    { kind: 'surplus refunded', movedCents: -23_40, at: midnight },
  ]
  const before = await readMoney()
  const rows = moves.map((move) => ({ ...move, paymentID: payment?.paymentID, method: 'Cash' as const }))
  await db.insert(paymentEvents).values(rows)
  const after = await readMoney()
  expect(gained(before, after, lastMonth)).toEqual({ taken: 123.45, refunded: 0 })
  expect(gained(before, after, month)).toEqual({ taken: 0, refunded: 23.4 })

  await rollUpStats(testApp.context)
  const recount = await db.execute<{ hall: string; month: string; taken: string; refunded: string }>(sql`
    select building_name as hall, to_char(at at time zone 'Asia/Singapore', 'YYYY-MM') as month,
      (coalesce(sum(moved_cents) filter (where moved_cents > 0), 0) / 100.0)::numeric(12, 2)::text as taken,
      (coalesce(-sum(moved_cents) filter (where moved_cents < 0), 0) / 100.0)::numeric(12, 2)::text as refunded
    from payment_events join payments using (payment_id) join bookings using (booking_id) join niche_places using (niche_id)
    where moved_cents <> 0 and at >= ${toInstant(`${after.months[0]?.month}-01`, '00:00')} group by 1, 2`)
  const shown = (await readMoney()).rows
    .filter(({ taken, refunded }) => taken !== '0.00' || refunded !== '0.00')
    .map(({ buildingName: hall, month, taken, refunded }) => ({ hall, month, taken, refunded }))
  expect(shown.length).toBeGreaterThan(2)
  expect(new Set(shown)).toEqual(new Set(recount.rows))
  expect((await admin.call(dashboardApi.moneyCsv)).body.trim().split('\r\n')).toHaveLength(
    (await readMoney()).rows.length + 1,
  )
})

test('what families owe and what is to be refunded is listed by the month of the booking until it is settled', async () => {
  const { db } = testApp.context
  const sum = async (where: ReturnType<typeof sql>) =>
    Number(
      (await db.execute<{ n: unknown }>(sql`select coalesce(sum(amount_cents), 0) as n from payments where ${where}`))
        .rows[0]?.n,
    )
  const before = await readMoney()
  expect(Number(before.totals.toRefund) * 100).toBe(await sum(sql`payment_status = 'Refunding'`))
  expect(before.totals.toRefund).not.toBe('0.00')
  const family = await testApp.signIn('user')
  const { paymentID } = await bookUnpaid(testApp.context, family)
  const owed = await sum(sql`payment_id = ${paymentID}`)
  const after = await readMoney()
  expect(Number(after.totals.outstanding) * 100).toBe(Number(before.totals.outstanding) * 100 + owed)
  expect(after.rows.find(({ outstanding }) => outstanding !== '0.00')?.month).toBe(toDay(testApp.time.now).slice(0, 7))
  expect(owed).toBeGreaterThan(0)
  testApp.advanceTime(3_600_000)
  expect((await readMoney()).totals.outstanding).toBe('0.00')
})

test('staff see how many bookings, urn requests and refunds are waiting today', async () => {
  const { body } = await staff.call(dashboardApi.today)
  expect(body).toMatchObject({ pending: (await countDirectly()).pendingApproval, urnRequests: 5, refunds: 3 })
})

test('bookings and urn requests that wait for a certificate of the family are neither in the queue nor tasks of today', async () => {
  const readTasks = async () => {
    const { pending, unpaid, urnRequests } = (await staff.call(dashboardApi.today)).body
    const { Current, PreOrder, Urn } = (await staff.call(bookingApi.pendingCounts)).body
    return { toDecide: pending - unpaid - urnRequests, queue: Current + PreOrder, urnRequests, Urn }
  }
  const before = await readTasks()
  const family = await makeUser(testApp.context)
  for (const urn of [false, true])
    await makeBooking(testApp.context, family, { type: 'PreOrder', urn, certificateAsked: true })
  expect(await readTasks()).toEqual(before)
})

test('the longest wait is that of the first booking that staff can decide on, not of one that waits for a certificate or a payment', async () => {
  const { db } = testApp.context
  const family = await makeUser(testApp.context)
  const waitsSince = async (differences: Parameters<typeof makeBooking>[2], waitingSince: string) => {
    const { bookingID } = await makeBooking(testApp.context, family, differences)
    await db
      .update(bookings)
      .set({ waitingSince: new Date(waitingSince) })
      .where(eq(bookings.bookingID, bookingID))
    return bookingID
  }
  const waitsLongest = await waitsSince({}, '2001-03-01T00:00:00Z')
  await waitsSince({ certificateAsked: true }, '2001-02-01T00:00:00Z')
  await waitsSince({ payment: 'Pending' }, '2001-01-01T00:00:00Z')
  const { body } = await staff.call(dashboardApi.today)
  expect(body).toMatchObject({ longestWait: '2001-03-01T00:00:00.000Z', waitsLongest })
})

test('an export contains every booking of the period once, and is recorded in the audit log', async () => {
  const query = { from: '2020-01-01', to: toDay(testApp.time.now) }
  const { body, headers } = await admin.call(dashboardApi.bookingsCsv, { query })
  const lines = body.trim().split('\r\n')
  expect(lines).toHaveLength((await countDirectly()).totalBookings + 1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(lines.length)
  expect(headers['content-disposition']).toContain('columba-bookings-2020-01-01')
  expect(await testApp.auditEntries({ action: 'export' })).not.toEqual([])

  const payments = await admin.call(dashboardApi.paymentsCsv, { query })
  expect(payments.body.split('\r\n')[1]).toMatch(/^P-[0-9A-Z]{10},B-[0-9A-Z]{10},/)
})

test('an export of a period that ends before it begins is refused', async () => {
  const { status, refusal } = await admin.call(dashboardApi.bookingsCsv, {
    query: { from: '2026-02-01', to: '2026-01-01' },
  })
  expect(status).toBe(400)
  expect(refusal.errors).toEqual({ to: 'The period ends before it begins.' })
})
