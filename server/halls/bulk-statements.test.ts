import { randomUUID } from 'node:crypto'
import type { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Database } from '#server/ports/database.ts'
import { layoutWith, makeLevel, seenDraft } from '#test/hall-factory.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'

let testApp: TestApp
let admin: SignedInCaller
const counted = { statements: 0, notifications: 0 }
beforeAll(async () => {
  const database = await openTestDatabase()
  const notify: Database['notify'] = (...message) => {
    counted.notifications += 1
    return database.notify(...message)
  }
  testApp = await startTestApp({ database: { ...database, notify } })
  admin = await testApp.signIn('admin')
  /** The dialect builds every statement, also in transactions. */
  const { dialect } = database.db as unknown as { dialect: PgDialect }
  const sqlToQuery = dialect.sqlToQuery.bind(dialect)
  dialect.sqlToQuery = (...parts) => {
    counted.statements += 1
    return sqlToQuery(...parts)
  }
})
afterAll(() => testApp.close())

async function countOf(work: () => Promise<{ status: number }>) {
  Object.assign(counted, { statements: 0, notifications: 0 })
  expect((await work()).status).toBe(200)
  return { ...counted }
}

/** Counts the statements for publishing, repricing and retiring a block with so many rows of a hundred niches. */
async function countFor(rows: number) {
  const { levelID } = await makeLevel(admin)
  const body = { ...layoutWith({ rows, columns: 100 }), levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const draft = await seenDraft(admin, draftID)
  const publish = await countOf(() => admin.call(hallApi.publish, { body: { ...draft, opensAt: '' } }))
  const niches = (await admin.call(nicheApi.niches, { params: { blockID: draftID } })).body
  const nicheIDs = niches.map(({ nicheID }) => nicheID)
  expect(nicheIDs).toHaveLength(rows * 100)
  const change = { requestID: randomUUID(), kind: 'percent', value: '5', effectiveOn: '' } as const
  const prices = { ...change, blockID: draftID, nicheIDs }
  const reprice = await countOf(() => admin.call(hallApi.changePrices, { body: prices }))
  const retire = await countOf(() => admin.call(hallApi.retire, { body: { nicheIDs, reason: 'own use' } }))
  return { publish, reprice, retire }
}

test('publishing, repricing and retiring 2,100 niches takes as many statements and notifications as 100', async () => {
  /** Named statements are built at their first call. */
  await countFor(1)
  const few = await countFor(1)
  expect(few).toMatchObject({
    publish: { notifications: 0 },
    /** One of the block, and one of the letter to the admin. */
    reprice: { notifications: 2 },
    retire: { notifications: 1 },
  })
  expect(few.retire.statements).toBeGreaterThan(0)
  expect(await countFor(21)).toEqual(few)
})
