import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/dates.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import type { Db } from '#server/ports/database.ts'
import { enterUrnsOfMarkedNiches } from '#server/registers/old-urns.ts'
import { lockNumbers } from '../database/lock-numbers.ts'
import * as schema from '../database/schema.ts'
import { type Scenario, scenarios } from './booking-scenarios.ts'
import { createCertificates } from './certificates.ts'
import { seedAppointments } from './demo-appointments.ts'
import { createBuildingsAndNiches } from './demo-columbarium.ts'
import { demoHouse } from './demo-house.ts'
import { createPeople, demoPeople, type Person } from './demo-people.ts'
import { addDemoUrns } from './demo-urns.ts'
import { createRows } from './scenario-rows.ts'
import { createRandom, type Random } from './seeded-random.ts'

/** Adds the demo data to an empty database. A database that has buildings is not changed. */
export async function seedDemo(outer: Context): Promise<void> {
  await inTransaction(outer, async (context) => {
    const { db } = context
    // Of two replicas that start together on an empty database, only one adds the data.
    await db.execute(sql`select pg_advisory_xact_lock(${lockNumbers.demoSeed})`)
    const [existing] = await db.select().from(schema.buildings).limit(1)
    if (existing) return

    const now = context.clock()
    const random = createRandom(20_260_314)
    const columbarium = createBuildingsAndNiches(random)
    const people = await createPeople(context, random, 60, now)
    const rows = createBookings(context, random, people, columbarium.niches, now)
    const { certificates, chunks } = createCertificates(context, random, rows, now)
    const statusOf = new Map(rows.map(({ niche }) => [niche.nicheID, niche.status]))

    await insertAll(db, schema.house, [demoHouse])
    await insertAll(db, schema.users, people)
    await insertAll(db, schema.buildings, columbarium.buildings)
    await insertAll(db, schema.levels, columbarium.levels)
    await insertAll(db, schema.blocks, columbarium.blocks)
    await insertAll(
      db,
      schema.niches,
      columbarium.niches.map((niche) => ({ ...niche, status: statusOf.get(niche.nicheID) ?? niche.status })),
    )
    await insertAll(
      db,
      schema.nicheStatusLog,
      columbarium.niches.filter(({ status }) => status !== 'Available').map((niche) => registerLogEntry(niche, now)),
    )
    await insertAll(
      db,
      schema.beneficiaries,
      rows.map(({ beneficiary }) => beneficiary),
    )
    await insertAll(
      db,
      schema.bookings,
      rows.map(({ booking }) => booking),
    )
    await insertAll(
      db,
      schema.bookingMoves,
      rows.flatMap(({ moves }) => moves),
    )
    await insertAll(
      db,
      schema.nicheStatusLog,
      rows.flatMap(({ nicheLog }) => nicheLog),
    )
    await insertAll(
      db,
      schema.payments,
      rows.map(({ payment }) => payment),
    )
    await insertAll(
      db,
      schema.paymentEvents,
      rows.flatMap(({ taken }) => taken ?? []),
    )
    await insertAll(
      db,
      schema.sandboxIntents,
      rows.flatMap(({ intent }) => intent || []),
    )
    await insertAll(
      db,
      schema.urnRequests,
      rows.flatMap(({ urn }) => urn ?? []),
    )
    await insertAll(db, schema.certificates, certificates)
    await insertAll(db, schema.certificateChunks, chunks)
    while (await enterUrnsOfMarkedNiches({ ...context, clock: () => new Date(takenOver(now).getTime() + 2 * dayMs) }));
    const [first, , clerk, admin] = people as [Person, Person, Person, Person]
    await seedAppointments(db, { random, rows, now, keepFree: first.userID, staffID: clerk.userID })
    await addDemoUrns(context, createRandom(20_261_123), rows, { clerk, admin }, first)
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

/** When the paper register was. */
const takenOver = (now: Date) => new Date(now.getTime() - 365 * dayMs)

const registerLogEntry = (niche: { nicheID: string; status: NicheStatus }, now: Date) => ({
  nicheID: niche.nicheID,
  from: 'Available' as const,
  to: niche.status,
  reason: 'Taken over from the paper register',
  at: takenOver(now),
})

/** In batches, because one statement may have at most 65,535 parameters. */
async function insertAll<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await db.insert(table).values(rows.slice(start, start + 500) as T['$inferInsert'][])
  }
}
