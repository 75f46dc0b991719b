import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { auditLog, bookings, niches, statDeltas } from '#server/database/schema.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
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
  const clients = sql`(select user_id, count(*) as n from bookings where booking_status <> 'Cancelled' group by user_id)`
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

test('staff see how many bookings, urn requests and refunds are waiting today', async () => {
  const { body } = await staff.call(dashboardApi.today)
  expect(body).toMatchObject({ pending: (await countDirectly()).pendingApproval, urnRequests: 5, refunds: 3 })
})

test('an export contains every booking of the period once, and is recorded in the audit log', async () => {
  const query = { from: '2020-01-01', to: toDay(testApp.time.now) }
  const { body, headers } = await admin.call(dashboardApi.bookingsCsv, { query })
  const lines = body.trim().split('\r\n')
  expect(lines).toHaveLength((await countDirectly()).totalBookings + 1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(lines.length)
  expect(headers['content-disposition']).toContain('columba-bookings-2020-01-01')
  expect((await testApp.context.db.select().from(auditLog)).map(({ action }) => action)).toContain('export')

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
