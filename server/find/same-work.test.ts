import { type SQLWrapper, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { findApi } from '#contract/find/api.ts'
import { selectNamesakes } from '#server/bookings/namesakes.ts'
import { inTransaction } from '#server/core/context.ts'
import type { Db } from '#server/ports/database.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { listFoundRows } from './find-people.ts'
import { withhold } from './sharing.ts'

/** Years after 2016 are less than ten years ago. */
const today = '2026-06-15'
const people = {
  nobody: 'Wong Siew Fun',
  'a person who is not shown': 'Tan Mei Ling',
  'a person who is withheld': 'Lim Boon Keng',
  'a person who is withheld, ten years after the death': 'Goh Ah Huat',
}
const testApp = prepareTestApp()
beforeAll(async () => {
  testApp.time.now = new Date(`${today}T04:00:00Z`)
  const { context } = testApp
  await seedLoad(context, 500, 500, () => undefined)
  await makeRestingPerson(context, { name: 'Tan Mei Ling', dateOfDeath: '2019-01-01' })
  const withheld = await makeRestingPerson(context, { name: 'Lim Boon Keng', dateOfDeath: '2019-01-01', shared: true })
  const older = await makeRestingPerson(context, { name: 'Goh Ah Huat', dateOfDeath: '2001-01-01' })
  const { person } = await testApp.signIn('staff')
  const actor = { ...person, name: person.fullName, sessionHash: '' }
  for (const { bookingID } of [withheld, older])
    await withhold({ ...context, actor }, { bookingID, reason: 'Asked to' })
  await context.db.execute(sql`analyze`)
})

/** The planner then scans a whole table only where no index can serve the query. */
const explain = (options: string, build: (db: Db) => SQLWrapper) =>
  inTransaction(testApp.context, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const { rows } = await db.execute(sql`explain (${sql.raw(options)}) ${build(db)}`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })

/** What the database did, row by row, without the values that were searched for. */
const workFor = async (name: string, year: number) => {
  const options = 'analyze, costs off, timing off, summary off, buffers off'
  const plan = await explain(options, (db) => listFoundRows(db, { name, year, today }))
  return plan.replaceAll(/'[^']*'/g, '?').replaceAll(/\b\d{4}\b/g, '?')
}

test('the database does the same work for nobody as for people who may not be found', async () => {
  const work = await workFor(people.nobody, 2019)
  expect(work).toMatch(/never executed/)
  expect(await workFor('Tan Mei Ling', 2019)).toBe(work)
  expect(await workFor('Lim Boon Keng', 2019)).toBe(work)
  expect(await workFor('Goh Ah Huat', 2001)).toBe(work)
  expect(await workFor('Load Beneficiary 7', 2019)).toBe(work)
})

test('an answer takes the same statements and says the same for nobody as for people who may not be found', async () => {
  const { session } = testApp.services.database.db as unknown as { session: { prepareQuery: () => unknown } }
  const prepare = vi.spyOn(session, 'prepareQuery')
  const answers: unknown[] = []
  for (const name of Object.values(people)) {
    prepare.mockClear()
    const payload = { name, diedIn: name === 'Goh Ah Huat' ? '2001' : '2019' }
    const remoteAddress = '203.0.113.9'
    const { body, headers } = await testApp.app.inject({
      method: 'POST',
      url: findApi.find.path,
      remoteAddress,
      payload,
    })
    const statements = prepare.mock.calls.map(([query]: unknown[]) => (query as { sql: string }).sql)
    const { date, ...sent } = headers
    answers.push({ body, statements, headers: { ...sent, 'x-request-id': '' } })
  }
  prepare.mockRestore()
  expect(answers[0]).toMatchObject({
    body: '[]',
    statements: [expect.stringMatching(/^insert into "throttles"/), expect.stringMatching(/^select/)],
  })
  expect(answers).toEqual(Object.keys(people).map(() => answers[0]))
})

test.each([
  ['Tan Mei Ling', /Scan (using|on) beneficiaries_by_latin_name/],
  ['陳亞九', /Scan (using|on) beneficiaries_by_folded_key/],
  ['陈亚九', /Scan (using|on) beneficiaries_by_folded_key/],
  ['Tan Ah Kow 陳亞九', /Scan (using|on) beneficiaries_by_latin_name/],
])('a search for %s and a year is decided by an index alone', async (name, scan) => {
  const plan = await explain('costs off', (db) => listFoundRows(db, { name, year: 2019, today }))
  expect(plan).toMatch(scan)
  const [condition = ''] = /Index Cond: .*name_key.*/.exec(plan) ?? []
  expect(condition).toContain('EXTRACT(year FROM')
  expect(condition).toContain('withheld_at')
  expect(plan).not.toContain('Seq Scan')
})

test('namesakes are found by the same index', async () => {
  const plan = await explain('costs off', (db) =>
    selectNamesakes(db, { bookingID: 'B-ZZ00000001', beneficiaryName: 'Tan Mei Ling' }),
  )
  expect(plan).toContain('beneficiaries_by_latin_name')
  expect(plan).not.toContain('Seq Scan')
})
