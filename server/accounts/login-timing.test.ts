import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { throttles } from '#server/database/schema.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareTestApp } from '#test/test-app.ts'
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

/** Alternates the calls, so that other load affects both. Clears throttles, so that no call is refused. */
async function compare(one: () => Promise<unknown>, other: () => Promise<unknown>, tries: number) {
  const times = { one: [] as number[], other: [] as number[] }
  for (let count = 0; count < tries / 2; count += 1) {
    times.one.push(await milliseconds(one))
    times.other.push(await milliseconds(other))
    if (count % 3 === 0) await testApp.context.db.delete(throttles)
  }
  const gap = Math.abs(quantile(times.one, 0.5) - quantile(times.other, 0.5))
  const noise = Math.max(...Object.values(times).map((each) => quantile(each, 0.9) - quantile(each, 0.1)))
  return { gap, noise, usual: quantile(times.one, 0.5) }
}

test('logging in with an unknown e-mail takes as long as with a wrong password', async () => {
  const login = (email: string) => () =>
    testApp.anonymous.call(accountApi.login, { body: { email, password: 'not the one' } })
  const { gap, noise, usual } = await compare(login(known.email), login('nobody@test.example'), 200)
  expect(gap).toBeLessThan(Math.max(noise, usual * 0.25))
}, 120_000)

test('a reset request for an unknown e-mail takes as long as for a known one', async () => {
  const ask = (to: string) => () => testApp.anonymous.call(accountApi.sendReset, { body: { to } })
  const { gap, noise, usual } = await compare(ask(known.email), ask('nobody@test.example'), 200)
  expect(gap).toBeLessThan(Math.max(noise, usual * 0.25))
}, 120_000)

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
