import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { findViolations } from '../find-violations.ts'
import { prepareTestApp } from '../test-app.ts'
import { fuzzRound } from './fuzz-round.ts'
import { type Operation, readOperations } from './operations.ts'

/** The suite repeats the same few calls; README.md says how to run many with a new seed. */
const calls = Number(process.env.FUZZ_CALLS ?? 300)
const seed = Number(process.env.SEED ?? (process.env.FUZZ_CALLS ? Date.now() % 1_000_000 : 1))

/** The calls after which new people with new sessions call, and the clock moves on so that throttles and holds expire. */
const callsPerRound = 100
/** The paths that only the tests' app has, to sign in without a password. */
const testRoutes = '/test/'

const testApp = prepareTestApp()
let operations: Operation[]
beforeAll(async () => {
  await seedDemo(testApp.context)
  operations = (await readOperations(testApp.app)).filter(({ path }) => !path.startsWith(testRoutes))
})

/** The demo data has none of the audit entries that the application would have written. */
const listViolations = async () =>
  Object.entries(await findViolations(testApp.context.db)).flatMap(([name, rows]) =>
    rows.map((row) => `${name}: ${JSON.stringify(row)}`),
  )

test(
  'fuzzed calls of every kind get no server error, and leave the database whole',
  async () => {
    console.log(`fuzz: ${calls} calls, SEED=${seed}`)
    const violationsBefore = await listViolations()
    const statuses = new Map<number, number>()
    const accepted = new Set<string>()
    for (let done = 0; done < calls; done += callsPerRound) {
      await fuzzRound(
        testApp,
        operations,
        { seed: seed + done, calls: Math.min(callsPerRound, calls - done) },
        (call, status) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status < 300) accepted.add(call.operation.name)
          expect(status).toBeLessThan(500)
        },
      )
      testApp.advanceTime(3_600_000)
    }
    console.log('fuzz: statuses', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
    console.log(`fuzz: never accepted: ${operations.filter(({ name }) => !accepted.has(name)).map(({ name }) => name)}`)
    /** Calls that are all refused would leave the database whole as well. */
    expect(statuses.get(200) ?? 0).toBeGreaterThan(calls / 20)
    expect((await listViolations()).filter((each) => !violationsBefore.includes(each))).toEqual([])
  },
  120_000 + calls * 200,
)
