import type { PgDialect, PgSession } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { layoutWith, makeLevel } from '#test/hall-factory.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let admin: SignedInCaller
let sent: number
beforeAll(async () => {
  testApp = await startTestApp()
  admin = await testApp.signIn('admin')
  /** Every statement is built by the dialect, inside transactions too. Notifications do not pass it. */
  const { dialect } = testApp.context.db as unknown as { dialect: PgDialect; session: PgSession }
  const sqlToQuery = dialect.sqlToQuery.bind(dialect)
  dialect.sqlToQuery = (...parts) => {
    sent += 1
    return sqlToQuery(...parts)
  }
})
afterAll(() => testApp.close())

async function countOf(work: () => Promise<{ status: number }>): Promise<number> {
  sent = 0
  expect((await work()).status).toBe(200)
  return sent
}

/** The statements for publishing, repricing and retiring a block with so many rows of ten niches. */
async function countStatements(rows: number) {
  const { levelID } = await makeLevel(admin)
  const body = { ...layoutWith({ rows, columns: 10 }), levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const publish = await countOf(() => admin.call(hallApi.publish, { body: { draftID, opensAt: '' } }))
  const niches = (await admin.call(nicheApi.niches, { params: { blockID: draftID } })).body
  const nicheIDs = niches.map(({ nicheID }) => nicheID)
  expect(nicheIDs).toHaveLength(rows * 10)
  const prices = { blockID: draftID, nicheIDs, kind: 'percent', value: '5', effectiveOn: '' } as const
  const reprice = await countOf(() => admin.call(hallApi.changePrices, { body: prices }))
  const retire = await countOf(() => admin.call(hallApi.retire, { body: { nicheIDs, reason: 'own use' } }))
  return { publish, reprice, retire }
}

test('publishing, repricing and retiring 400 niches takes as many statements as 40', async () => {
  const few = await countStatements(4)
  expect(few.retire).toBeGreaterThan(0)
  expect(await countStatements(40)).toEqual(few)
})
