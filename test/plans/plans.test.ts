import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { allowedStatements } from './allowed-statements.ts'
import { explain, readSizes } from './explain.ts'
import { fillDatabase } from './fill-database.ts'
import { judgePlan, type Sizes } from './judge-plan.ts'
import { readRecordings, type Statement } from './recording.ts'

let database: TestDatabase
let pool: pg.Pool
let sizes: Sizes
beforeAll(async () => {
  database = await openTestDatabase()
  await fillDatabase(database.url ?? '')
  /** A parallel plan gives the rows of one worker. A connection for each core, because the server plans a statement on one. */
  pool = new pg.Pool({ connectionString: database.url, max: 2, options: '-c max_parallel_workers_per_gather=0' })
  sizes = await readSizes(pool)
}, 240_000)
afterAll(async () => {
  await pool.end()
  await database.close()
})

async function findProblems(statement: Omit<Statement, 'sentBy'>): Promise<string[]> {
  const client = await pool.connect()
  const { own, generic } = await explain(client, statement).finally(() => client.release())
  const ofOwn = judgePlan(own, sizes)
  const ofGeneric = judgePlan(generic, sizes).map((problem) => `${problem}, whatever its parameters`)
  const plan = ofOwn.length > 0 ? own : generic
  const problems = [...ofOwn, ...ofGeneric]
  return problems.length > 0 ? [...problems, JSON.stringify(plan, null, 1)] : []
}

test('the large database has every table that grows with the years', () => {
  const grown = ['audit_log', 'beneficiaries', 'booking_moves', 'bookings', 'niches', 'urn_moves', 'urns', 'users']
  expect([...sizes.tables.keys()]).toEqual(expect.arrayContaining(grown))
})

/** The search by contact number as it was once imported bookings had holders: correct, and slower with every booking. */
const searchThatReadTheTables = {
  text: `
    select "bookings"."booking_id", "bookings"."version", "bookings"."booking_status", "bookings"."booking_type", coalesce("users"."full_name", "register_entries"."holder_name", ''), "bookings"."created_at", "bookings"."waiting_since", "bookings"."niche_id", "niches"."niche_code", "niches"."status", "beneficiaries"."beneficiary_name", "payments"."amount_cents", "payments"."payment_method", "payments"."payment_status", "bookings"."hold_expires_at", "urn_requests"."urn_request_id" is not null, "certificate_requests"."request_id" is not null, ( select "urns"."tag"
    from "urns"
    where "urns"."booking_id" = "bookings"."booking_id" and ( select last.event
    from "urn_moves" last
    where last.tag = "urns"."tag"
    order by last.position desc
    limit 1) = 'place'), "bookings"."made_by"
    from "bookings"
    left join "users" on "users"."user_id" = "bookings"."user_id"
    left join "register_entries" on "register_entries"."booking_id" = "bookings"."booking_id"
    left join "payments" on "payments"."booking_id" = "bookings"."booking_id"
    inner join "beneficiaries" on "beneficiaries"."beneficiary_id" = "bookings"."beneficiary_id"
    inner join "niches" on "niches"."niche_id" = "bookings"."niche_id"
    left join "urn_requests" on ("urn_requests"."booking_id" = "bookings"."booking_id" and "urn_requests"."status" = $1)
    left join "certificate_requests" on ("certificate_requests"."booking_id" = "bookings"."booking_id" and "certificate_requests"."status" = $2)
    where ("users"."contact_key" = $3 or ("bookings"."user_id" is null and "register_entries"."contact_key" = $4))
    order by "bookings"."created_at" desc, "bookings"."booking_id" desc
    limit $5`,
  params: ['Open', 'Open', '91234567', '91234567', 1000],
}

test('a search with an or across two tables is reported, with the tables that it reads whole', async () => {
  const problems = await findProblems(searchThatReadTheTables)
  expect(problems).toContain('reads the whole table bookings (Seq Scan)')
  expect(problems).toContain('reads the whole table users (Seq Scan)')
})

test('a sort of all rows is reported', async () => {
  const problems = await findProblems({ text: 'select * from users order by street limit 10', params: [] })
  expect(problems).toContain('sorts 200000 rows')
})

test('the server tests have recorded their statements', () => {
  expect(
    readRecordings().length,
    'Run the server tests on PostgreSQL first: npm test -- postgres plans',
  ).toBeGreaterThan(0)
})

const isAllowed = ({ sentBy, text }: Statement) =>
  allowedStatements.some(({ file, part = '' }) => sentBy.startsWith(file) && text.includes(part))
const judged = readRecordings().filter((statement) => !isAllowed(statement))

test.concurrent.each(judged)('$sentBy reads and sorts few rows: $text', async (statement) => {
  expect(await findProblems(statement)).toEqual([])
})
