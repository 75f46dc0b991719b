import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { explain, readSizes } from './explain.ts'
import { judgePlan, type Sizes } from './judge-plan.ts'
import { readRecordings } from './recording.ts'

let database: TestDatabase
let client: pg.Client
let sizes: Sizes
beforeAll(async () => {
  database = await openTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const from = Date.now()
  await client.query(await readFile(new URL('large-database.sql', import.meta.url), 'utf8'))
  console.log('filled', Date.now() - from)
  await client.query('vacuum analyze')
  console.log('analyzed', Date.now() - from)
  sizes = await readSizes(client)
}, 300_000)
afterAll(async () => {
  await client.end()
  await database.close()
})

test('large', async () => {
  console.log(Object.fromEntries([...sizes.tables].map(([k, v]) => [k, v.rows])))
})

test.each(readRecordings())('$sentBy: $text', async (statement) => {
  const { own, generic } = await explain(client, statement)
  const problems = [...judgePlan(own, sizes), ...judgePlan(generic, sizes, true).map((p) => `generic: ${p}`)]
  expect(problems).toEqual([])
})
