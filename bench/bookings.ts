import { Agent } from 'node:http'
import pg from 'pg'
import { bookingApi } from '#contract/bookings/api.ts'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'
import { insertNiches } from './harness/insert-niches.ts'
import { peakMemory } from './harness/peak-memory.ts'
import { recordStatements, replayer } from './harness/replay-statements.ts'
import { type Form, formWith, post } from './harness/submission-form.ts'

const connections = 32
/** So many that each has few bookings, as in practice. */
const applicants = 2000
const limits = { HOLD_MINUTES: '600', MAX_UNPAID_HOLDS: '999999', MAX_SUBMISSIONS_PER_HOUR: '999999' }
const rounds = 5
const roundMs = 5000

/** Compares submitting a booking with sending the same SQL statements through pg alone, and measures the memory of fifty large uploads. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const server = await startServer({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: sampleKey, ...limits })
  const config = loadConfig({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: sampleKey, LOG_LEVEL: 'silent', ...limits })
  const database = await openDatabase(config, createLog('silent'))
  const services = createServices(database, config)
  const context = createContext(services)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 })
  try {
    const crowd = await createSignedInApplicants(context, applicants)
    const freeNiches = await insertNiches(context, 60_000)
    const next = () => freeNiches.pop() ?? fail('This benchmark has run out of niches.')
    const small = await formWith(12_000)

    const replay = await prepareReplay(services, crowd[0] ?? '', next(), small)
    const userIDs = await listUserIDs(pool, applicants)
    let turn = 0
    const nextOf = (people: string[]) => people[turn++ % applicants] ?? ''
    const submit = () => post(agent, server.url, nextOf(crowd), small.type, small.payloadFor(next()))
    const replayNext = () => replay(pool, { userID: nextOf(userIDs), nicheID: next() })

    for (let round = 0; round < rounds; round++) {
      const ours = await rate(async () => expectOk(await submit()))
      const plain = await rate(replayNext)
      console.log(
        `round ${round + 1}: ${Math.round(ours)} a second over HTTP, ${Math.round(plain)} a second with pg alone`,
      )
      figure('bookings.vs_bare', ours / plain)
    }

    const large = await formWith(5 * 1024 * 1024)
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => post(agent, server.url, nextOf(crowd), large.type, large.payloadFor(next()))),
    )
    for (const status of statuses) expectOk(status)
    figure('uploads.peak_mb', peakMemory(server.pid ?? 0))
  } finally {
    agent.destroy()
    await pool.end()
    await database.close()
    await server.stop()
  }
}

/** Makes one submission in this process, records its SQL statements, and returns a function that replays them. */
async function prepareReplay(services: Parameters<typeof buildApp>[0], cookie: string, nicheID: string, form: Form) {
  const app = await buildApp(services)
  const statements = await recordStatements(async () => {
    const headers = { cookie, 'content-type': form.type }
    const response = await app.inject({
      method: 'POST',
      url: bookingApi.submit.path,
      headers,
      payload: form.payloadFor(nicheID),
    })
    expectOk(response.statusCode)
  })
  const replayStatements = replayer(statements)
  const session = statements.find(({ text }) => text.includes('"sessions"'))
  const { rows } = await services.database.db.execute(
    `select user_id from sessions where token_hash = '${[session?.values[0]].flat()[0]}'`,
  )
  const owner = String(rows[0]?.user_id)
  return async (pool: pg.Pool, to: { userID: string; nicheID: string }) => {
    const client = await pool.connect()
    try {
      await replayStatements(
        client,
        new Map([
          [owner, to.userID],
          [nicheID, to.nicheID],
        ]),
      )
    } finally {
      client.release()
    }
  }
}

/** The applicants that are signed in. */
async function listUserIDs(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query('select distinct user_id from sessions limit $1', [count])
  if (rows.length < count) fail(`Only ${rows.length} of ${count} applicants are signed in.`)
  return rows.map(({ user_id }) => user_id)
}

/** Runs the work in parallel loops for a fixed time and returns how often it completed per second. */
async function rate(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  let done = 0
  const loop = async () => {
    while (performance.now() - start < roundMs) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return done / ((performance.now() - start) / 1000)
}

function expectOk(status: number) {
  if (status !== 200) fail(`A submission returned status ${status}.`)
}

function fail(message: string): never {
  throw new Error(message)
}
