import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { allowedStatements } from './allowed-statements.ts'
import { explain, readSizes } from './explain.ts'
import { judgePlan, type Sizes } from './judge-plan.ts'
import { readRecordings, type Statement } from './recording.ts'
import { searchThatReadTheTables } from './search-that-read-the-tables.ts'

let database: TestDatabase
let client: pg.Client
let sizes: Sizes
beforeAll(async () => {
  database = await openTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(await readFile(new URL('large-database.sql', import.meta.url), 'utf8'))
  await client.query('vacuum analyze')
  /** A parallel plan gives the rows of one worker. */
  await client.query('set max_parallel_workers_per_gather = 0')
  sizes = await readSizes(client)
}, 240_000)
afterAll(async () => {
  await client.end()
  await database.close()
})

async function findProblems(statement: Omit<Statement, 'sentBy'>): Promise<string[]> {
  const { own, generic } = await explain(client, statement)
  const problems = [
    ...judgePlan(own, sizes).map((problem) => ({ problem, plan: own })),
    ...judgePlan(generic, sizes).map((problem) => ({
      problem: `${problem}, whatever its parameters`,
      plan: generic,
    })),
  ]
  const [first] = problems
  return first ? [...problems.map(({ problem }) => problem), JSON.stringify(first.plan, null, 1)] : []
}

test('the large database has every table that grows with the years', () => {
  const grown = ['audit_log', 'beneficiaries', 'booking_moves', 'bookings', 'niches', 'urn_moves', 'urns', 'users']
  expect([...sizes.tables.keys()]).toEqual(expect.arrayContaining(grown))
})

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

test.each(judged)('$sentBy reads and sorts few rows: $text', async (statement) => {
  expect(await findProblems(statement)).toEqual([])
})
