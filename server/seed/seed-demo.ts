import { sql } from 'drizzle-orm'
import { dayMs, toDay } from '#contract/dates.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { insertRows, insertRowsOf } from '#server/database/insert-rows.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import * as schema from '#server/database/schema.ts'
import { enterUrnsOfMarkedNiches } from '#server/registers/marked-urns.ts'
import { type Scenario, scenarios } from './booking-scenarios.ts'
import { createCertificates } from './certificates.ts'
import { seedAppointments } from './demo-appointments.ts'
import { writeDemoBills } from './demo-bills.ts'
import { createBuildingsAndNiches, createPrices, demoHouse } from './demo-columbarium.ts'
import { createPeople, demoPeople, type Person } from './demo-people.ts'
import { addDemoUrns } from './demo-urns.ts'
import { createRows } from './scenario-rows.ts'
import { createRandom, type Random } from './seeded-random.ts'

/** Adds the demo data to an empty database. A database that has buildings is not changed. */
export async function seedDemo(outer: Context): Promise<void> {
  await inTransaction(outer, async (context) => {
    const { db } = context
    // Only one of two replicas that start together on an empty database adds the data.
    await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.demoSeed})`)
    const [existing] = await db.select().from(schema.buildings).limit(1)
    if (existing) return

    const now = context.clock()
    const random = createRandom(20_260_314)
    const columbarium = createBuildingsAndNiches(random)
    const people = await createPeople(context, random, 60, now)
    const rows = createBookings(context, random, people, columbarium.niches, now)
    const files = createCertificates(context, random, rows, now)
    const moneyEvents = rows.flatMap(({ money }) => money).sort((one, other) => one.at.getTime() - other.at.getTime())
    const statusOf = new Map(rows.map(({ niche }) => [niche.nicheID, niche.status]))
    const niches = columbarium.niches.map((niche) => ({
      ...niche,
      status: statusOf.get(niche.nicheID) ?? niche.status,
    }))

    await insertRows(db, schema.house, [demoHouse])
    await insertRows(db, schema.users, people)
    await insertRows(db, schema.priceItems, createPrices(createRandom(20_261_128), toDay(takenOver(now)), now))
    await insertRows(db, schema.buildings, columbarium.buildings)
    await insertRows(db, schema.levels, columbarium.levels)
    await insertRows(db, schema.blocks, columbarium.blocks)
    await insertRows(db, schema.niches, niches)
    await insertRowsOf(db, schema.nicheStatusLog, columbarium.niches, (niche) => registerLogEntries(niche, now))
    await insertRowsOf(db, schema.beneficiaries, rows, (row) => row.beneficiary)
    await insertRowsOf(db, schema.bookings, rows, (row) => row.booking)
    await insertRowsOf(db, schema.bookingMoves, rows, (row) => row.moves)
    await insertRowsOf(db, schema.nicheStatusLog, rows, (row) => row.nicheLog)
    await insertRowsOf(db, schema.payments, rows, (row) => row.payment)
    await insertRows(db, schema.paymentEvents, moneyEvents)
    await insertRowsOf(db, schema.sandboxIntents, rows, (row) => row.intent || [])
    await writeDemoBills({ ...outer, db }, moneyEvents)
    await insertRowsOf(db, schema.urnRequests, rows, (row) => row.urn ?? [])
    await insertRowsOf(db, schema.certificates, files, (file) => file.certificate)
    await insertRowsOf(db, schema.certificateChunks, files, (file) => file.chunk)
    while (await enterUrnsOfMarkedNiches({ ...context, clock: () => new Date(takenOver(now).getTime() + 2 * dayMs) }));
    const [first, , clerk, admin] = people as [Person, Person, Person, Person]
    await seedAppointments(db, { random, rows, now, keepFree: first.userID, staffID: clerk.userID })
    await addDemoUrns(context, createRandom(20_261_123), rows, { clerk, admin }, first)
    while (await settleMovedElsewhere(context));
  })
}

/** The first applicant has one booking of each of these; the second has none. */
const firstApplicantScenarios = [
  'urn placed',
  'confirmed pre-order',
  'pre-order waiting for confirmation',
  'denied and refunded',
]

function createBookings(
  context: Context,
  random: Random,
  people: readonly Person[],
  niches: ReturnType<typeof createBuildingsAndNiches>['niches'],
  now: Date,
) {
  const [first, , staff] = people as [Person, Person, Person]
  const others = people.slice(demoPeople.length)
  const free = niches.filter(({ status }) => status === 'Available')
  const used = new Set<string>()

  const applicantFor = (scenario: Scenario) => {
    if (!firstApplicantScenarios.includes(scenario.name) || used.has(scenario.name)) return random.pick(others)
    used.add(scenario.name)
    return first
  }
  return scenarios.flatMap((scenario) =>
    Array.from({ length: scenario.count }, (_, index) => {
      const [niche] = free.splice(random.int(0, free.length - 1), 1)
      if (!niche) throw new Error('The demo data has no free niche left.')
      const applicant = applicantFor(scenario)
      /** Every second holder has agreed, and the demo account has yet to decide. */
      const shared = applicant !== first && index % 2 === 0
      return createRows(scenario, { context, random, now, staff, niche, applicant, shared })
    }),
  )
}

/** The time of the paper register. */
const takenOver = (now: Date) => new Date(now.getTime() - 365 * dayMs)

function registerLogEntries({ nicheID, status }: { nicheID: string; status: NicheStatus }, now: Date) {
  const reason = 'Taken over from the paper register'
  return status === 'Available' ? [] : { nicheID, from: 'Available' as const, to: status, reason, at: takenOver(now) }
}
