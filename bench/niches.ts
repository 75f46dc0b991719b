import { eq, sql } from 'drizzle-orm'
import { users } from '#server/database/schema.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { insertSessions } from '#test/races/many-applicants.ts'
import type { Bench } from './harness/bench.ts'
import { createDatabase } from './harness/create-database.ts'
import { measureRatios } from './harness/ratio.ts'
import { loadRate } from './harness/send-load.mjs'
import { startOther, startWithContext } from './harness/started-server.ts'

const pathOf = (blockID: string) => `/api/niche/niches/${blockID}`
const oneBlock = [pathOf('TH-1A')]
/** The 24 blocks of the demo data. */
const everyBlock = ['TH', 'AH'].flatMap((hall) =>
  ['1', '2', '3'].flatMap((level) => ['A', 'B', 'C', 'D'].map((block) => pathOf(`${hall}-${level}${block}`))),
)

/**
 * Reads of one block: against a minimal server on the same rows, and with 1,000,000 niches against the demo's 2,304.
 * Requests for one block share reads, so a second comparison has each client go from block to block.
 */
export const bench: Bench = async (run) => {
  const small = await startDemo(run.databaseUrl, 'niches_small', 0)
  const large = await startDemo(run.databaseUrl, 'niches_large', 1_000_000)
  const bare = { ...(await startOther('bench/harness/plain-niche-server.mjs', large.databaseUrl)), cookie: '' }
  const reads =
    ({ url, cookie }: { url: string; cookie: string }, paths: readonly string[]) =>
    () =>
      loadRate({ url, cookie, paths, connections: 32 })
  await measureRatios(run, {
    'niches.vs_bare': { ours: reads(large, oneBlock), other: reads(bare, oneBlock) },
    'niches.spread_vs_bare': { ours: reads(large, everyBlock), other: reads(bare, everyBlock) },
    'niches.growth_1m': { ours: reads(small, oneBlock), other: reads(large, oneBlock) },
  })
  bare.stop()
  await Promise.all([small.stop(), large.stop()])
}

/** Starts a demo server on its own database, with `niches` more niches, and signs in an applicant. */
async function startDemo(adminUrl: string, name: string, niches: number) {
  const databaseUrl = await createDatabase(adminUrl, name)
  const server = await startWithContext(databaseUrl, { COLUMBA_MODE: 'demo' })
  const { context } = server
  if (niches > 0) await seedLoad(context, niches, 0, () => {})
  await context.db.execute(sql`vacuum analyze niches`)
  const [person] = await context.db.select().from(users).where(eq(users.email, 'applicant@columba.example'))
  const [cookie] = await insertSessions(context, person ? [person.userID] : [])
  if (!cookie) throw new Error('The demo data has no applicant.')
  return { ...server, databaseUrl, cookie }
}
