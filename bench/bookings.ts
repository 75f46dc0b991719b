import { Agent } from 'node:http'
import pg from 'pg'
import { bookingApi } from '#contract/bookings/api.ts'
import { buildApp } from '#server/start/app.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from './harness/bench.ts'
import { insertNiches } from './harness/insert-niches.ts'
import { peakMemory } from './harness/peak-memory.ts'
import { measureRatios, rateOf } from './harness/ratio.ts'
import { recordStatements, replayer } from './harness/replay-statements.ts'
import { startWithContext, withoutLimits } from './harness/started-server.ts'
import { applicants, type Form, formWith, post } from './harness/submission-form.ts'

const connections = 32

/** Compares submitting a booking with sending the same SQL statements through pg alone, and measures the memory of fifty large uploads. */
export const bench: Bench = async (run) => {
  const server = await startWithContext(run.databaseUrl, withoutLimits)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const pool = new pg.Pool({ connectionString: run.databaseUrl, max: 12 })
  try {
    const crowd = await createSignedInApplicants(server.context, applicants)
    const freeNiches = await insertNiches(server.context, 60_000)
    const next = () => freeNiches.pop() ?? fail('This benchmark has run out of niches.')
    const small = await formWith(12_000)

    const replay = await prepareReplay(server.services, crowd[0] ?? '', next(), small)
    const userIDs = await listUserIDs(pool, applicants)
    let turn = 0
    const nextOf = (people: string[]) => people[turn++ % applicants] ?? ''
    const submit = async ({ type, payloadFor }: Form) =>
      expectOk((await post(agent, server.url, nextOf(crowd), type, payloadFor(next()))).status)
    const replayNext = () => replay(pool, { userID: nextOf(userIDs), nicheID: next() })
    await measureRatios(run, {
      'bookings.vs_bare': {
        ours: () => rateOf(() => submit(small), connections),
        other: () => rateOf(replayNext, connections),
      },
    })

    const large = await formWith(5 * 1024 * 1024)
    await Promise.all(Array.from({ length: 50 }, () => submit(large)))
    run.figure('uploads.peak_mb', peakMemory(server.pid ?? 0))
  } finally {
    agent.destroy()
    await pool.end()
    await server.stop()
  }
}

/** Makes one submission in this process, records its SQL statements, and returns a function that replays them. */
async function prepareReplay(services: Parameters<typeof buildApp>[0], cookie: string, nicheID: string, form: Form) {
  const app = await buildApp(services)
  const statements = await recordStatements(async () => {
    const headers = { cookie, 'content-type': form.type }
    const payload = form.payloadFor(nicheID)
    expectOk((await app.inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })).statusCode)
  })
  const replayStatements = replayer(statements)
  const session = statements.find(({ text }) => text.includes('"sessions"'))
  const { rows } = await services.database.db.execute(
    `select user_id from sessions where token_hash = '${[session?.values[0]].flat()[0]}'`,
  )
  const owner = String(rows[0]?.user_id)
  return async (pool: pg.Pool, to: { userID: string; nicheID: string }) => {
    const client = await pool.connect()
    const ids = new Map([
      [owner, to.userID],
      [nicheID, to.nicheID],
    ])
    await replayStatements(client, ids).finally(() => client.release())
  }
}

/** The applicants that are signed in. */
async function listUserIDs(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query('select distinct user_id from sessions limit $1', [count])
  if (rows.length < count) fail(`Only ${rows.length} of ${count} applicants are signed in.`)
  return rows.map(({ user_id }) => user_id)
}

function expectOk(status: number) {
  if (status !== 200) fail(`A submission returned status ${status}.`)
}

function fail(message: string): never {
  throw new Error(message)
}
