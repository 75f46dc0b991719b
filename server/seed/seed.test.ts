import { randomUUID } from 'node:crypto'
import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { bookingStatuses, bookingTypes } from '#contract/bookings/booking.ts'
import { toDay, toInstant } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { toAmount } from '#contract/money.ts'
import { urnApi } from '#contract/urns/api.ts'
import { urnWhereabouts } from '#contract/urns/moves.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { compareBooks } from '#server/cash-up/compare-books.ts'
import {
  appointmentMoves,
  appointments,
  bookings,
  niches,
  payments,
  urnMoves,
  urns,
  users,
} from '#server/database/schema.ts'
import { detectFileType } from '#server/documents/detect-file-type.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import type { Person } from '#test/factories.ts'
import { findBroken } from '#test/find-violations.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { specimenPdf, specimenPng } from './certificates.ts'
import { renewDemoDays } from './renew-demo-days.ts'
import { seedDemo } from './seed-demo.ts'
import { seedLoad } from './seed-load.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
beforeAll(async () => {
  await seedDemo(testApp.context)
})

const bookingsOf = (email: string) =>
  testApp.context.db
    .select()
    .from(bookings)
    .innerJoin(users, eq(users.userID, bookings.userID))
    .where(eq(users.email, email))

test('the demo data has bookings of every status and type, and each niche has the status of its booking', async () => {
  const { db } = testApp.context
  const all = await db
    .select()
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
  expect(all.length).toBeGreaterThanOrEqual(140)
  expect(new Set(all.map((row) => row.bookings.bookingStatus))).toEqual(new Set(bookingStatuses))
  expect(new Set(all.map((row) => row.bookings.bookingType))).toEqual(new Set(bookingTypes))
  expect(all.filter((row) => row.niches.status !== row.bookings.nicheStatus)).toEqual([])
  expect(await db.$count(niches)).toBe(2304)
})

test('the first demo applicant has bookings of every status, the second has none', async () => {
  const statuses = (await bookingsOf('applicant@columba.example')).map((row) => row.bookings.bookingStatus)
  expect(new Set(statuses)).toEqual(new Set(bookingStatuses))
  expect(await bookingsOf('applicant2@columba.example')).toEqual([])
})

test('the demo data has urns at every place but one that a register had wrong, and a namesake of one that waits to be placed', async () => {
  const clerk = await testApp.signIn('staff')
  const { body: listed } = await clerk.call(urnApi.list, { query: {} })
  expect(new Set(listed.map(({ place }) => place))).toEqual(
    new Set(urnWhereabouts.filter((place) => place !== 'nowhere')),
  )
  const inNiche = listed.find(({ place }) => place === 'niche')
  const { moves } = (await clerk.call(urnApi.detail, { params: { tag: inNiche?.tag ?? '' } })).body
  expect([moves[0]?.by, moves[0]?.witness]).toEqual(['Kavitha Nair', 'Gerald Pereira'])
  const received = listed.filter(({ place }) => place === 'counter')
  const checks = await Promise.all(
    received.map(({ tag, nicheCode }) =>
      clerk.call(urnApi.check, { body: { requestID: randomUUID(), event: 'place', tag, nicheCode } }),
    ),
  )
  expect(checks.flatMap(({ body }) => body.namesakes).length).toBeGreaterThan(0)
  expect((await verifyAudit(testApp.context)).problems).toEqual([])
  expect(await findBroken(testApp.context.db, 'since when an urn is outside differs from the ledger')).toEqual([])
})

test('every Occupied niche of the demo data has a booking, with an urn if no family has booked it', async () => {
  const { rows } = await testApp.context.db.execute(sql`
    select n.niche_code from niches n
      left join bookings b on b.niche_id = n.niche_id and b.booking_status = 'Confirmed' and b.booking_type <> 'Archived'
      left join urns u on u.booking_id = b.booking_id
    where n.status = 'Occupied' and (b.booking_id is null or (b.user_id is null and u.tag is null))`)
  expect(rows).toEqual([])
})

test('no urn of the demo data waits at the counter or on a shelf after its appointment is done', async () => {
  const rows = await testApp.context.db
    .select({ status: appointments.status, event: urnMoves.event })
    .from(appointments)
    .innerJoin(urns, eq(urns.bookingID, appointments.bookingID))
    .innerJoin(urnMoves, eq(urnMoves.tag, urns.tag))
  const done = rows.filter(({ status }) => status === 'done')
  expect(done.filter(({ event }) => event === 'place').length).toBeGreaterThanOrEqual(8)
  expect(done.filter(({ event }) => event === 'receive').length).toBe(
    done.filter(({ event }) => event === 'place').length,
  )
})

test('the demo data has appointments in the past and to come, and today every seat of every hall is taken', async () => {
  const { db, clock } = testApp.context
  const clerk = await testApp.signIn('staff')
  const made = await db.select().from(appointments)
  /** The other statuses depend on the time of day. */
  const anyTime = ['requested', 'confirmed', 'moved', 'cancelled', 'done']
  for (const status of anyTime) expect(made.map((each) => each.status)).toContain(status)
  const today = (await clerk.call(appointmentApi.day, { query: { day: toDay(clock()) } })).body
  expect(today).toHaveLength(24)
  expect(await findBroken(db, 'two appointments have one seat')).toEqual([])
})

test('nobody of the demo has come to an appointment, or missed it, before its time', async () => {
  const { db, clock } = testApp.context
  const rows = await db
    .select({ event: appointmentMoves.event, at: appointmentMoves.at, startsAt: appointments.startsAt })
    .from(appointmentMoves)
    .innerJoin(appointments, eq(appointments.appointmentID, appointmentMoves.appointmentID))
  const onTheDay = rows.filter(({ event }) => ['arrive', 'finish', 'miss'].includes(event))
  expect(onTheDay.length).toBeGreaterThan(20)
  expect(onTheDay.filter(({ at, startsAt }) => at < startsAt)).toEqual([])
  expect(rows.filter(({ at }) => at > clock())).toEqual([])
})

test('every settled payment of the demo has its bill and its money, and its statement says that nothing is owed', async () => {
  const { db, clock } = testApp.context
  const clerk = await testApp.signIn('staff')
  /** The audit log of the demo begins empty. */
  await db.execute(sql`update bill_series set money_logged_from = 'infinity'`)
  expect(await verifyBooks(db)).toEqual([])
  const settled = await db.select().from(payments).where(isNotNull(payments.settledAt))
  expect(settled.length).toBeGreaterThan(100)
  for (const { bookingID, paymentStatus, amountCents } of settled) {
    const { body } = await clerk.call(familyApi.statement, { query: { bookingID: bookingID ?? '' } })
    const kept = paymentStatus === 'Refunded' ? 0 : amountCents
    expect(body).toMatchObject({ charged: toAmount(amountCents), paid: toAmount(kept), balance: '0.00' })
    expect(body.entries.filter(({ number }) => number?.startsWith('COL-'))).not.toEqual([])
  }
  const period = { from: '2020-01-01', to: toDay(clock()) }
  const reasons = (await compareBooks(db, period)).days.flatMap(({ differences }) => differences)
  expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(['notCounted']))
})

/** On the embedded engine the second would wait for the only connection. */
test.runIf(onPostgres)('two replicas that seed the demo data at the same time add it once', async () => {
  const another = await startTestApp()
  await Promise.all([seedDemo(another.context), seedDemo(another.context)])
  expect(await another.context.db.$count(niches)).toBe(2304)
  await another.close()
})

test('seeding the demo data again changes nothing', async () => {
  const before = await testApp.context.db.$count(bookings)
  await seedDemo(testApp.context)
  expect(await testApp.context.db.$count(bookings)).toBe(before)
})

test.each([
  ['a picture', specimenPng(), 'image/png'],
  ['a PDF', specimenPdf(['Specimen (1)', 'Name: Tan Mei Ling']), 'application/pdf'],
])('the specimen certificate that is %s passes the upload check', async (_what, content, mime) => {
  expect(await detectFileType(content)).toBe(mime)
})

test('seeding for load tests adds exactly the requested niches and bookings', async () => {
  const { db } = testApp.context
  const before = { niches: await db.$count(niches), bookings: await db.$count(bookings) }
  await seedLoad(testApp.context, 3000, 300, () => undefined)
  expect((await db.$count(niches)) - before.niches).toBe(3000)
  expect((await db.$count(bookings)) - before.bookings).toBe(300)
  const twice = await db.execute(
    sql`select niche_id from bookings where booking_status <> 'Cancelled' and booking_type <> 'Archived' group by niche_id having count(*) > 1`,
  )
  expect(twice.rows).toEqual([])
})

test('on day thirty the demo has as many appointments today and later as on the first day', async () => {
  const demo = await startTestApp({ environment: { COLUMBA_MODE: 'demo' } })
  /** In the evening nobody is expected any more. */
  demo.time.now = toInstant(toDay(demo.time.now), '09:00')
  await seedDemo(demo.context)
  const readDays = async () => {
    const open = await demo.context.db
      .select({ startsAt: appointments.startsAt })
      .from(appointments)
      .where(inArray(appointments.status, ['requested', 'confirmed', 'moved', 'arrived']))
    const days = open.map(
      ({ startsAt }) => (Date.parse(toDay(startsAt)) - Date.parse(toDay(demo.time.now))) / 86_400_000,
    )
    return days.sort()
  }
  const first = await readDays()
  expect(first.filter((day) => day === 0).length).toBeGreaterThan(5)
  await renewDemoDays(demo.context)
  expect(await readDays()).toEqual(first)
  demo.advanceTime(29 * 86_400_000)
  await Promise.all([renewDemoDays(demo.context), renewDemoDays(demo.context)])
  expect(await readDays()).toEqual(first)
  expect(await findBroken(demo.context.db, 'two appointments have one seat')).toEqual([])
  await demo.close()
})

test('an appointment that a family of the demo chooses or proposes stays at its time, and the others move around it', async () => {
  const demo = await startTestApp({ environment: { COLUMBA_MODE: 'demo' } })
  demo.time.now = toInstant(toDay(demo.time.now), '08:00')
  await seedDemo(demo.context)
  const { db } = demo.context
  const selectOpen = () =>
    db
      .select()
      .from(appointments)
      .where(inArray(appointments.status, ['requested', 'confirmed', 'moved']))
  const seeded = await selectOpen()
  const clerk = await demo.signIn('staff')
  const { withoutAppointment } = (await clerk.call(appointmentApi.tasks)).body
  const waiting = await Promise.all(
    withoutAppointment.map(({ bookingID }) => clerk.call(appointmentApi.forBooking, { params: { bookingID } })),
  )
  const tomorrow = toDay(new Date(demo.time.now.getTime() + 86_400_000))
  const free = waiting.flatMap(({ body }) => {
    const time = body.days.find(({ day }) => day === tomorrow)?.times[0]
    return time ? [{ bookingID: body.bookingID, time }] : []
  })[0]
  if (!free) throw new Error('No family can choose a time tomorrow')
  const chosen = { bookingID: free.bookingID, day: tomorrow, time: free.time }
  expect((await clerk.call(appointmentApi.choose, { body: chosen })).status).toBe(200)
  const proposed = seeded.find(({ status }) => status === 'requested')
  const [holder] = await db
    .select()
    .from(bookings)
    .where(eq(bookings.bookingID, proposed?.bookingID ?? ''))
  const family = await demo.signIn({ userID: holder?.userID ?? '' } as Person)
  const body = { bookingID: proposed?.bookingID ?? '', day: tomorrow, time: '18:30', message: '' }
  expect((await family.call(appointmentApi.propose, { body })).status).toBe(200)

  const timesOf = async (bookingID: string) =>
    (await selectOpen()).filter((each) => each.bookingID === bookingID).map(({ startsAt }) => startsAt)
  const own = async () => [await timesOf(chosen.bookingID), await timesOf(body.bookingID)]
  const before = await own()
  const open = (await selectOpen()).length
  demo.advanceTime(86_400_000)
  await renewDemoDays(demo.context)
  expect(await own()).toEqual(before)
  expect(before.map((times) => times.map((time) => toDay(time)))).toEqual([[tomorrow], [tomorrow]])
  expect(await selectOpen()).toHaveLength(open)
  expect(await findBroken(db, 'two appointments have one seat')).toEqual([])
  await demo.close()
})
