import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { nameKey } from '#server/database/name-search.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { listNamesakeRows } from './namesakes.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

async function keyOf(name: string) {
  const { rows } = await testApp.context.db.execute<{ key: string }>(sql`select ${nameKey(sql`${name}::text`)} as key`)
  return rows[0]?.key
}

test.each([
  ['Tan Mei Ling', 'TAN MEI-LING', true],
  ['Tan Mei Ling', 'Mei Ling, Tan', true],
  ['Tan Mei Ling', 'Tan Meiling', true],
  ['Muthu s/o Rajan', 'Rajan Muthu S/O', true],
  ['陳 美玲', '陳美玲', true],
  ['陳美玲', '陳美蘭', false],
  ['Tan Mei Ling', 'Tan Mei Lin', false],
  ['Tan Mei Ling', 'Tan Mei Lingg', false],
])('%s and %s are nearly the same name: %s', async (one, other, areSame) => {
  expect((await keyOf(one)) === (await keyOf(other))).toBe(areSame)
})

test('namesakes are found by index', async () => {
  const plan = await inTransaction(testApp.context, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const person = { beneficiaryID: randomUUID(), beneficiaryName: 'Tan Mei Ling' }
    const { rows } = await db.execute(sql`explain ${listNamesakeRows(db, person)}`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })
  expect(plan).toContain('beneficiaries_by_name_key')
})
