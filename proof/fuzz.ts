import { sql } from 'drizzle-orm'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { createStripeGateway } from '#server/payments/stripe.ts'
import { createRandom } from '#server/seed/seeded-random.ts'
import { buildApp } from '#server/start/app.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { createServices } from '#server/start/services.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { allowDoubleBooking, compareMoneyWithLog } from '#test/find-violations.ts'
import { fuzzRound } from '#test/fuzz/fuzz-round.ts'
import { readOperations } from '#test/fuzz/operations.ts'
import { sampleKey } from '#test/sample-key.ts'
import { serveSignInWithoutPassword } from '#test/sign-in-without-password.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { nothingAcknowledged } from './harness/acknowledged.ts'
import { findFaults } from './harness/find-faults.ts'
import { isShort, lengthOf } from './harness/length.ts'
import { type ExactMove, exactMoves, type Walking, walk } from './harness/walks.ts'

/** The number of calls. The printed SEED repeats a run. */
const wanted = lengthOf('PROOF_CALLS', { whole: 200_000, short: 2000 })
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
/** A short run goes on until each exact move has succeeded, for at most so many calls. */
const mostCalls = isShort ? wanted * 4 : wanted
/** Half of the calls of a round are random, and the other half are those of walks, all at once. Then every job runs. */
const fuzzedPerRound = 250
const walksPerRound = 6
/** There are so few that several walks choose the same one. */
const nichesPerRound = 12
/** The tries of the control, because two families choose the same niche at the same moment only by chance. */
const controlTries = 10
const hourMs = 3_600_000
/** The time is long, because the list of all blocks grows with every round. */
const longestAnswerMs = 300_000

/** Statuses that are mostly given before the action of an endpoint runs. */
const isRefusedAtTheDoor = (status: number) => [400, 401, 403, 404, 413, 415, 429].includes(status)

/**
 * Random calls and random walks over the state tables: no call fails with 500, and afterwards all data agree. The
 * control runs walks without the index that prevents double bookings.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  console.log(`${wanted} calls, SEED=${seed}`)
  const house = await startInThisProcess(databaseUrl)
  const { context, app, time, check } = house
  try {
    const operations = (await readOperations(app)).filter(({ path }) => !path.startsWith('/test/'))
    const statuses = new Map<number, number>()
    const successes = new Map<ExactMove, number>(exactMoves.map((move) => [move, 0]))
    const broken: string[] = []
    let calls = 0
    const onAnswer = (path: string, status: number) => {
      calls += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) broken.push(`${path} gave ${status}.`)
    }
    const onSuccess = (move: ExactMove) => successes.set(move, (successes.get(move) ?? 0) + 1)
    const walkTogether = async (round: number, niches = nichesPerRound) => {
      const nicheIDs = (await addNiches(context, round)).slice(0, niches)
      const walking = { ...house, nicheIDs, onAnswer, onSuccess }
      return Promise.all(
        Array.from({ length: walksPerRound }, (_, each) =>
          walk({ ...walking, random: createRandom(seed + round * walksPerRound + each) }),
        ),
      )
    }

    const missing = () => exactMoves.filter((move) => !successes.get(move))
    let round = 0
    for (; calls < wanted || (missing().length > 0 && calls < mostCalls); round++) {
      await Promise.all([
        fuzzRound(
          { app, context },
          operations,
          { seed: seed + round, calls: fuzzedPerRound, longestAnswerMs },
          ({ operation }, status) => onAnswer(operation.path, status),
        ),
        walkTogether(round),
      ])
      await runAllJobsOnce(context)
      time.now = new Date(time.now.getTime() + hourMs)
      if (round % 20 === 0) console.log(`${calls} calls; ${[...successes].map((each) => each.join(' ')).join(', ')}`)
    }
    console.log(`${calls} calls; ${[...successes].map((each) => each.join(' ')).join(', ')}`)
    const passed = [...statuses].reduce((sum, [status, count]) => sum + (isRefusedAtTheDoor(status) ? 0 : count), 0)
    const faults = await check()
    console.log('statuses', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
    figure('fuzz.calls', calls)
    figure('fuzz.past_validation', passed / calls)
    figure('fuzz.rarest_exact_move', Math.min(...successes.values()))
    figure('fuzz.server_errors', broken.length)
    figure('fuzz.faults', faults.length)
    const wrong = [...broken, ...faults, ...missing().map((move) => `${move} never succeeded.`)]
    if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))

    await allowDoubleBooking(context.db)
    const isSoldTwice = (fault: string) => fault.startsWith('a niche has more active bookings than places')
    let [found, tries] = [[] as string[], 0]
    for (; tries < controlTries && !found.some(isSoldTwice); tries++) {
      await walkTogether(round++, 1)
      found = await check()
    }
    console.log(
      `control: ${found.length} faults after ${tries} of ${controlTries} tries, such as\n${found.slice(0, 3).join('\n')}`,
    )
    if (!found.some(isSoldTwice))
      throw new Error('Without the index nothing was sold twice, so this proof could not have failed.')
  } finally {
    await house.close()
  }
}

/** The whole server in this process, so that its clock can move on and people sign in without passwords. */
async function startInThisProcess(databaseUrl: string) {
  const database = await openPostgres(databaseUrl, createLog('silent'))
  await migrate(database)
  await compareMoneyWithLog(database.db)
  const unlimited = await openPostgres(databaseUrl, createLog('silent'), { statementTimeout: 0 })
  const stripe = await startStripe()
  const time = { now: new Date() }
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    BOT_CHECK: 'off',
    DEMO_DATA: 'off',
    ENCRYPTION_KEY: sampleKey,
    MAX_UNPAID_HOLDS: '999',
    MAX_SUBMISSIONS_PER_HOUR: '9999',
  })
  const gateway = createStripeGateway(stripe.settings, createLog('silent'))
  const services = { ...createServices(database, config, () => time.now), gateway }
  const context = createContext(services)
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  await app.ready()
  /** Checking the whole house may take longer than a call is allowed to. */
  const check = () => findFaults(createContext({ ...services, database: unlimited }), nothingAcknowledged())
  const close = async () => {
    await app.close()
    await database.close()
    await unlimited.close()
    await stripe.close()
  }
  return { app, context, stripe, time, check, close } satisfies Partial<Walking> & Record<string, unknown>
}

/** The niches are new for each round, because a random call may have deleted those that nobody has booked. Half have places for three. */
async function addNiches(context: Context, round: number) {
  const nicheIDs = await insertNiches(context, nichesPerRound, [`R${round}`])
  await context.db.execute(sql`
    update niches set capacity = 3, further_price_cents = 50000 where block_id = ${`BH-1R${round}`} and niche_row % 2 = 0`)
  return nicheIDs
}
