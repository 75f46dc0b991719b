import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Niche } from '#contract/niches/niche.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { blocks, niches } from '#server/database/schema.ts'
import type { Database, Db } from '#server/ports/database.ts'
import { createRandom, type Random } from '#server/seed/seeded-random.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { keptNiches } from './kept-niches.ts'
import { nichesChannel } from './niche-notifications.ts'
import { listNiches } from './queries.ts'

const testApp = prepareTestApp()
const opened: Database[] = []
/** The databases of two servers; one if the engine is embedded, which serves only one. */
const servers: Db[] = []
beforeAll(async () => {
  const { url } = testApp.database
  if (url) opened.push(await openPostgres(url, createLog('silent')), await openPostgres(url, createLog('silent')))
  servers.push(...(url ? opened.map(({ db }) => db) : [testApp.context.db]))
})
afterAll(() => Promise.all(opened.map((database) => database.close())))

const columns = 12

/** Changes on one server that nobody is notified of, as if it was killed after its commit. */
const changes = {
  take: (db: Db, niche: Niche) => db.update(niches).set({ status: 'Reserved' }).where(isThis(niche)),
  free: (db: Db, niche: Niche) => db.update(niches).set({ status: 'Available' }).where(isThis(niche)),
  reprice: (db: Db, niche: Niche, random: Random) =>
    db
      .update(niches)
      .set({ priceCents: random.int(1, 900_000) })
      .where(isThis(niche)),
  /** Leaves the number of niches and the sum of their versions as they were. */
  replace: (db: Db, niche: Niche) =>
    db.transaction(async (tx) => {
      const [{ version, ...old } = { version: 0 }] = await tx.delete(niches).where(isThis(niche)).returning()
      const added = { ...(old as typeof niches.$inferInsert), nicheID: randomUUID(), status: 'Occupied' as const }
      await tx.insert(niches).values({ ...added, version })
    }),
}
const kinds = ['take', 'free', 'reprice', 'replace'] as const
const isThis = ({ blockID, nicheColumn }: Niche) => eq(niches.nicheCode, codeOf(blockID, nicheColumn))
const codeOf = (blockID: string, column: number) => `${blockID}-${String(column).padStart(2, '0')}-01`

/** How many replies were not what the database had when they were asked for, while servers change niches at the same time. */
async function countStale(seed: number, read: (server: number, blockID: string) => Promise<Niche[]>) {
  const random = createRandom(seed)
  const { blockID } = await makeBlock(testApp.context, { rows: ['.'.repeat(columns)] })
  const before = await listNiches(testApp.context.db, blockID)
  let stale = 0
  for (let round = 0; round < 40; round++) {
    /** Two transactions run at once, and either may begin first and commit last. In most rounds there is a single change. */
    const start = random.int(0, columns - 1)
    const changed = [...before, ...before].slice(start, start + random.pick([1, 1, 4]))
    const makeChanges = (db: Db, chosen: Niche[]) =>
      db.transaction(async (tx) => {
        for (const niche of chosen) await changes[random.pick(kinds)](tx, niche, random)
      })
    await Promise.all([
      makeChanges(servers[0] as Db, changed.slice(0, 2)),
      makeChanges(servers.at(-1) as Db, changed.slice(2)),
      ...servers.map((_, server) => read(server, blockID)),
    ])
    const present = JSON.stringify(await listNiches(testApp.context.db, blockID))
    for (const server of servers.keys()) if (JSON.stringify(await read(server, blockID)) !== present) stale += 1
  }
  return stale
}

test.each([1, 2, 3])('no server shows a niche as it was before, whoever changed it (%i)', async (seed) => {
  expect(await countStale(seed, (server, blockID) => keptNiches(servers[server] as Db)(blockID, 'house'))).toBe(0)
})

test('control: lists that are kept until a notification are out of date if a server dies before it sends one', async () => {
  const kept = new Map<string, Promise<Niche[]>>()
  await testApp.context.listen(nichesChannel, () => kept.clear())
  const stale = await countStale(1, (server, blockID) => {
    const key = `${server} ${blockID}`
    const list = kept.get(key) ?? listNiches(servers[server] as Db, blockID)
    kept.set(key, list)
    return list
  })
  expect(stale).toBeGreaterThan(0)
})

test('the niches of a block are read once for as long as nothing in it changes', async () => {
  const db = servers[0] as Db
  const read = keptNiches(db)
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['..'] })
  const [first, again] = [await read(blockID, 'house'), await read(blockID, 'families')]
  expect(again).toBe(first)
  await db
    .update(niches)
    .set({ status: 'Reserved' })
    .where(eq(niches.nicheID, nicheAt(1, 1)))
  const changed = await read(blockID, 'families')
  expect(changed.map(({ status }) => status)).toEqual(['Reserved', 'Available'])
  expect(await read(blockID, 'house')).toBe(changed)
})

test('a block that becomes a draft again is hidden from families at once', async () => {
  const db = servers[0] as Db
  const { blockID } = await makeBlock(testApp.context, { rows: ['.'] })
  expect(await keptNiches(db)(blockID, 'families')).toHaveLength(1)
  await db.update(blocks).set({ isDraft: true }).where(eq(blocks.blockID, blockID))
  expect(await keptNiches(db)(blockID, 'families')).toEqual([])
  expect(await keptNiches(db)(blockID, 'house')).toHaveLength(1)
})

test('a list that could not be read is read again by the next caller', async () => {
  const db = servers[0] as Db
  const { blockID } = await makeBlock(testApp.context, { rows: ['.'] })
  await db.execute(sql`alter table niches rename column half to half_away`)
  await expect(keptNiches(db)(blockID, 'house')).rejects.toThrow()
  await db.execute(sql`alter table niches rename column half_away to half`)
  expect(await keptNiches(db)(blockID, 'house')).toHaveLength(1)
})
