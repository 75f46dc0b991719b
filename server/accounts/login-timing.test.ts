import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { throttles } from '#server/database/schema.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { waitForDelayedLetters } from './delayed-letters.ts'
import { hashPassword } from './passwords.ts'

const testApp = prepareTestApp()
let known: Person
beforeAll(async () => {
  const passwordHash = await hashPassword('a quiet room 1914')
  known = await makeUser(testApp.context, { passwordHash })
})

const milliseconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Counts the work of all threads of this process, whatever else the machine does. */
async function processorTimeOf(times: number, work: () => Promise<unknown>) {
  const start = process.cpuUsage()
  for (let time = 0; time < times; time += 1) await work()
  const { user, system } = process.cpuUsage(start)
  await testApp.context.db.delete(throttles)
  return user + system
}

test('logging in with an unknown email takes as much of the processor as with a wrong password', async () => {
  const login = (email: string) => () =>
    testApp.anonymous.call(accountApi.login, { body: { email, password: 'not the one' } })
  const [wrong, unknown] = [login(known.email), login('nobody@test.example')]
  await processorTimeOf(5, wrong)
  const spent = { wrong: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 9; round += 1) {
    spent.wrong.push(await processorTimeOf(3, wrong))
    spent.unknown.push(await processorTimeOf(3, unknown))
  }
  /** Only the rounds in the middle count, because collecting garbage may fall into one. */
  const ratio = quantile(spent.unknown, 0.5) / quantile(spent.wrong, 0.5)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
}, 120_000)

/** The embedded engine has one connection, which the lock would keep. */
test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a reset request is answered before its email is looked up',
  async () => {
    await testApp.context.db.transaction(async (db) => {
      await db.execute(sql`lock table users`)
      for (const to of [known.email, 'nobody@test.example'])
        expect((await testApp.anonymous.call(accountApi.sendReset, { body: { to } })).status).toBe(200)
    })
    await waitForDelayedLetters()
    expect(await testApp.letters({ kind: 'reset-link' })).toHaveLength(1)
  },
)

test('twenty logins at once do not slow down other requests', async () => {
  /** Yields to the event loop first: `inject` alone would not let the logins run. */
  const probe = () => nextTurn().then(() => testApp.app.inject('/healthz'))
  const alone = await milliseconds(probe)
  const body = { email: known.email, password: 'a quiet room 1914' }
  let pending = 20
  const logins = Array.from({ length: pending }, () =>
    testApp.anonymous.call(accountApi.login, { body }).finally(() => {
      pending -= 1
    }),
  )
  const waits: number[] = []
  while (pending > 0) waits.push(await milliseconds(probe))
  expect((await Promise.all(logins)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(waits.length).toBeGreaterThan(3)
  expect(quantile(waits, 0.5)).toBeLessThan(Math.max(50, alone * 10))
}, 120_000)
