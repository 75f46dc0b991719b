import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { makeUser, type Person } from '../factories.ts'
import { findViolations } from '../find-violations.ts'
import { prepareTestApp } from '../test-app.ts'
import { anyCall, type FuzzedCall } from './calls.ts'
import { findKnownValues } from './known-values.ts'
import { type Operation, readOperations } from './operations.ts'

/** The suite repeats the same few calls; README.md says how to run many with a new seed. */
const calls = Number(process.env.FUZZ_CALLS ?? 300)
const seed = Number(process.env.SEED ?? (process.env.FUZZ_CALLS ? Date.now() % 1_000_000 : 1))

/** After this many calls, new people with new sessions call, and the clock moves on so that throttles and holds expire. */
const callsPerRound = 100
const longestAnswerMs = 30_000
/** Only the tests' app has these, to sign in without a password. */
const testRoutes = '/test/'

const testApp = prepareTestApp()
let operations: Operation[]
beforeAll(async () => {
  await seedDemo(testApp.context)
  operations = (await readOperations(testApp.app)).filter(({ path }) => !path.startsWith(testRoutes))
})

const makePeople = async () => ({
  user: await makeUser(testApp.context, { role: 'user' }),
  staff: await makeUser(testApp.context, { role: 'staff' }),
  admin: await makeUser(testApp.context, { role: 'admin' }),
})

async function signInAll(people: Record<'user' | 'staff' | 'admin', Person>) {
  const cookieOf = async (role: keyof typeof people, stage: 'full' | 'password' = 'full') =>
    (await testApp.signIn(people[role], stage)).cookie
  return {
    nobody: '',
    'password only': await cookieOf('user', 'password'),
    user: await cookieOf('user'),
    staff: await cookieOf('staff'),
    admin: await cookieOf('admin'),
  }
}

/** The demo data has none of the audit entries that the application would have written. */
const listViolations = async () =>
  Object.entries(await findViolations(testApp.context.db)).flatMap(([name, rows]) =>
    rows.map((row) => `${name}: ${JSON.stringify(row)}`),
  )

/** The status of the answer. Of an answer that does not end, only the head is read. */
async function send({ operation, url, headers, payload }: FuzzedCall, cookie: string) {
  const options = { method: operation.method, url, headers: { ...headers, cookie }, ...(payload && { payload }) }
  if (!operation.streams) return testApp.app.inject(options)
  const answer = await testApp.app.inject({ ...options, payloadAsStream: true })
  answer.stream().destroy()
  return answer
}

test(
  'fuzzed calls of every kind get no server error, and leave the database whole',
  async () => {
    console.log(`fuzz: ${calls} calls, SEED=${seed}`)
    const violationsBefore = await listViolations()
    const statuses = new Map<number, number>()
    const accepted = new Set<string>()
    for (let done = 0; done < calls; done += callsPerRound) {
      const people = await makePeople()
      let cookies = await signInAll(people)
      const known = await findKnownValues(testApp, Object.values(people))
      await fc.assert(
        fc.asyncProperty(anyCall(operations, known), async (call) => {
          const { statusCode } = await send(call, cookies[call.caller])
          statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
          if (statusCode < 300) accepted.add(call.operation.name)
          expect(statusCode).toBeLessThan(500)
          /** Calls that end sessions, such as logging out, must not end the round. */
          if (statusCode === 401 || call.operation.path.startsWith('/api/user/')) cookies = await signInAll(people)
        }),
        {
          seed: seed + done,
          numRuns: Math.min(callsPerRound, calls - done),
          timeout: longestAnswerMs,
          /** A smaller call would meet another database. */
          endOnFailure: true,
        },
      )
      testApp.advanceTime(3_600_000)
    }
    console.log('fuzz: statuses', Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
    console.log(`fuzz: never accepted: ${operations.filter(({ name }) => !accepted.has(name)).map(({ name }) => name)}`)
    expect((await listViolations()).filter((each) => !violationsBefore.includes(each))).toEqual([])
  },
  60_000 + calls * 200,
)
