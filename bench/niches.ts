import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { loadConfig } from '#server/config.ts'
import { contextOf } from '#server/context.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { sessions, users } from '#server/database/schema.ts'
import { createLog } from '#server/log.ts'
import { seedLoad } from '#server/seed/load.ts'
import { servicesOver } from '#server/services.ts'
import { startServer } from '../scripts/serve.mjs'
import type { Bench } from './harness/bench.ts'

const connections = 32
const seconds = 8
const rounds = 3
const path = '/api/niche/niches/TH-1A'

/** Reads one block: beside a bare server on the same rows, and with a million niches beside the 2,304 of the demo. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const small = await startHouse(databaseUrl, 'niches_small', 0)
  const large = await startHouse(databaseUrl, 'niches_large', 1_000_000)
  const bare = await startBare(large.databaseUrl)
  const found: Record<'small' | 'large' | 'bare', number[]> = { small: [], large: [], bare: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const [name, target] of Object.entries({ small, large, bare })) {
      const rate = await measure(target.url + path, target.cookie)
      if (round > 0) found[name as keyof typeof found].push(rate)
    }
  }
  figure('niches.per_second', Math.round(median(found.large)))
  figure('niches.bare_per_second', Math.round(median(found.bare)))
  figure('niches.vs_bare', round2(median(found.large) / median(found.bare)))
  figure('niches.growth_1m', round2(median(found.small) / median(found.large)))
  bare.stop()
  await Promise.all([small.stop(), large.stop()])
}

/** A demo in a database of its own, with so many niches more, and somebody signed in. */
async function startHouse(adminUrl: string, name: string, niches: number) {
  const admin = await openPostgres(adminUrl, createLog('silent'))
  await admin.db.execute(sql`create database ${sql.identifier(name)}`)
  await admin.close()
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  const server = await startServer({ COLUMBA_MODE: 'demo', DATABASE_URL: databaseUrl })

  const database = await openPostgres(databaseUrl, createLog('silent'))
  const config = loadConfig({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: randomBytes(32).toString('base64') })
  if (niches > 0) await seedLoad(contextOf(servicesOver(database, config)), niches, 0, () => {})
  await database.db.execute(sql`vacuum analyze niches`)
  const token = randomBytes(32).toString('base64url')
  const [person] = await database.db.select().from(users).where(eq(users.email, 'applicant@columba.example'))
  const now = new Date()
  const tokenHash = createHash('sha256').update(token).digest('base64url')
  if (!person) throw new Error('The demo has no applicant')
  await database.db
    .insert(sessions)
    .values({ tokenHash, userID: person.userID, stage: 'full', createdAt: now, lastSeenAt: now })
  await database.close()
  return { ...server, databaseUrl, cookie: `columba_session=${token}` }
}

async function startBare(databaseUrl: string) {
  const child = spawn(process.execPath, ['bench/harness/bare-niches.mjs'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))
  return { url, cookie: '', stop: () => child.kill() }
}

async function measure(url: string, cookie: string): Promise<number> {
  const options = ['-c', String(connections), '-d', String(seconds), '-j', '-H', `cookie=${cookie}`, url]
  const { stdout } = await promisify(execFile)('node_modules/.bin/autocannon', options, { maxBuffer: 16_000_000 })
  const report: { non2xx: number; errors: number; requests: { average: number } } = JSON.parse(stdout)
  if (report.non2xx + report.errors > 0) throw new Error(`${url} did not answer well`)
  return report.requests.average
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round2 = (value: number) => Math.round(value * 100) / 100
