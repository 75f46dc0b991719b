import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { sessions, users } from '#server/database/schema.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { createServices } from '#server/start/services.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'
import { createDatabase } from './harness/create-database.ts'

const connections = 32
const seconds = 8
const rounds = 3
const pathOf = (blockID: string) => `/api/niche/niches/${blockID}`
const oneBlock = [pathOf('TH-1A')]
/** The 24 blocks of the demo data. */
const everyBlock = ['TH', 'AH'].flatMap((hall) =>
  ['1', '2', '3'].flatMap((level) => ['A', 'B', 'C', 'D'].map((block) => pathOf(`${hall}-${level}${block}`))),
)

/**
 * Reads of one block: against a minimal server on the same rows, and with 1,000,000 niches against the demo's 2,304.
 * Requests for one block share reads, so a second run has each client go from block to block.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const small = await startDemo(databaseUrl, 'niches_small', 0)
  const large = await startDemo(databaseUrl, 'niches_large', 1_000_000)
  const bare = await startPlainServer(large.databaseUrl)
  /** The first round only warms up. */
  for (let round = 0; round <= rounds; round++) {
    const one = await rates({ small, large, bare }, oneBlock)
    const every = await rates({ large, bare }, everyBlock)
    console.log(`round ${round}, per second: one block ${JSON.stringify(one)}, every block ${JSON.stringify(every)}`)
    if (round === 0) continue
    figure('niches.vs_bare', one.large / one.bare)
    figure('niches.spread_vs_bare', every.large / every.bare)
    figure('niches.growth_1m', one.small / one.large)
  }
  bare.stop()
  await Promise.all([small.stop(), large.stop()])
}

type Target = { url: string; cookie: string }

/** The rate of each target, one after the other. */
async function rates<Name extends string>(targets: Record<Name, Target>, paths: readonly string[]) {
  const measured = {} as Record<Name, number>
  for (const name of Object.keys(targets) as Name[]) measured[name] = await measure(targets[name], paths)
  return measured
}

/** Starts a demo server on its own database, with `niches` more niches, and signs in an applicant. */
async function startDemo(adminUrl: string, name: string, niches: number) {
  const databaseUrl = await createDatabase(adminUrl, name)
  const server = await startServer({ COLUMBA_MODE: 'demo', DATABASE_URL: databaseUrl })

  const database = await openPostgres(databaseUrl, createLog('silent'))
  const config = loadConfig({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  if (niches > 0) await seedLoad(createContext(createServices(database, config)), niches, 0, () => {})
  await database.db.execute(sql`vacuum analyze niches`)
  const token = randomBytes(32).toString('base64url')
  const [person] = await database.db.select().from(users).where(eq(users.email, 'applicant@columba.example'))
  const now = new Date()
  const tokenHash = createHash('sha256').update(token).digest('base64url')
  if (!person) throw new Error('The demo data has no applicant.')
  await database.db
    .insert(sessions)
    .values({ tokenHash, userID: person.userID, stage: 'full', createdAt: now, lastSeenAt: now })
  await database.close()
  return { ...server, databaseUrl, cookie: `columba_session=${token}` }
}

async function startPlainServer(databaseUrl: string) {
  const child = spawn(process.execPath, ['bench/harness/plain-niche-server.mjs'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))
  return { url, cookie: '', stop: () => child.kill() }
}

async function measure({ url, cookie }: Target, paths: readonly string[]): Promise<number> {
  const task = JSON.stringify({ url, cookie, paths, connections, seconds })
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/harness/send-load.mjs', task])
  return Number(stdout)
}
