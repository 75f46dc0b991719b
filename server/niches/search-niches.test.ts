import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { nicheApi } from '#contract/niches/api.ts'
import { levels, niches } from '#server/database/schema.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { searchNiches, statementTimeout } from './search-niches.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  await makeBlock(testApp.context, { rows: ['...'] })
})

const search = (who: SignedInCaller) => who.call(nicheApi.find, { query: {} })

test('of many searches that one person starts at once two run, and the others are refused with a pause to wait', async () => {
  const person = await testApp.signIn('user')
  const answers = await Promise.all(Array.from({ length: 30 }, () => search(person)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(2)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, refusal, headers } of refused) {
    expect([status, refusal.code, headers['retry-after']]).toEqual([429, 'TOO_MANY_SEARCHES', '2'])
  }
  expect((await search(person)).status).toBe(200)
})

test.each([{ adjacent: 1 }, { adjacent: 2 }])(
  'a search for $adjacent is not made twice while nothing changes, and never shows a niche that is taken',
  async (terms) => {
    const { db } = testApp.context
    const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['....'] })
    const first = await searchNiches(db, { ...terms, blockID })
    expect(await searchNiches(db, { blockID, ...terms })).toBe(first)
    const other = await makeBlock(testApp.context, { rows: ['....'] })
    expect((await searchNiches(db, { ...terms, blockID: other.blockID })).rows[0]?.blockID).toBe(other.blockID)
    /** The niche is changed as by a server that died before it told anybody. */
    await db
      .update(niches)
      .set({ status: 'Reserved' })
      .where(eq(niches.nicheID, nicheAt(1, 1)))
    const second = await searchNiches(db, { ...terms, blockID })
    expect(second.rows.flatMap(({ niches }) => niches.map(({ nicheID }) => nicheID))).not.toContain(nicheAt(1, 1))
    await db.update(levels).set({ levelNumber: 7 }).where(eq(levels.levelID, other.levelID))
    expect((await searchNiches(db, { ...terms, blockID: other.blockID })).rows[0]?.levelNumber).toBe(7)
  },
)

/** The embedded engine runs one statement at a time and has no timeouts. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

async function whileNichesAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return testApp.context.db.transaction(async (db) => {
    await db.execute(sql`lock table niches in access exclusive mode`)
    return work()
  })
}

test.runIf(isPostgres)(
  'two searches of one person can run at once, a third is refused, that of another person is not',
  async () => {
    const [person, other] = [await testApp.signIn('user'), await testApp.signIn('user')]
    const refused: number[] = []
    const searches = await whileNichesAreLocked(async () => {
      const searches = [person, person, person, other].map(search)
      for (const each of searches) void each.then(({ status }) => status !== 200 && refused.push(status))
      await expect.poll(() => refused, { timeout: 60_000 }).toEqual([429])
      return searches
    })
    const statuses = (await Promise.all(searches)).map(({ status }) => status)
    expect([statuses.toSorted(), statuses.at(-1)]).toEqual([[200, 200, 200, 429], 200])
  },
)

test.runIf(isPostgres)('a search that takes too long is ended with a sentence that says what to do', async () => {
  const usual = statementTimeout.ms
  statementTimeout.ms = 50
  const slow = whileNichesAreLocked(() => searchNiches(testApp.context.db, { adjacent: 1 }))
  await expect(slow).rejects.toMatchObject({ code: 'SEARCH_TOO_SLOW', status: 504 })
  statementTimeout.ms = usual
  expect((await search(await testApp.signIn('user'))).status).toBe(200)
})
