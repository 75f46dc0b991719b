import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { inTransaction } from '#server/core/context.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { type App, serve } from './serve.ts'
import {
  checkThrottle,
  clearThrottle,
  countAttempt,
  throttleAddress,
  throttleAttempt,
  throttleSuccess,
} from './throttles.ts'

const { anyone } = callsBelow('/test')
const given = { body: z.object({ key: z.string(), right: z.boolean().default(false) }), reply: z.object({}) }
const countedCall = anyone.post('count-all', 'A test', given)
const failureCountedCall = anyone.post('count-failures', 'A test', given)
const successCountedCall = anyone.post('count-successes', 'A test', given)
const addressCountedCall = anyone.post('count-by-address', 'A test', given)

const testApp = prepareTestApp({ environment: { BOT_CHECK: 'on' }, addEndpoints })

function addEndpoints(app: App) {
  serve(app, countedCall, async (context, { body: { key } }) => {
    await throttleAttempt(context, { key, limit: 3, seconds: 60 })
    return inTransaction(context, async () => {
      throw new Error('rolls the transaction back')
    })
  })
  serve(app, failureCountedCall, async (context, { body: { key, right } }) => {
    const guesses = { key, limit: 3, seconds: 60 }
    await checkThrottle(context, guesses)
    if (right) await clearThrottle(context, key)
    else await countAttempt(context, guesses)
    return {}
  })
  serve(app, successCountedCall, (context, { body: { key, right } }) =>
    inTransaction(context, async (context) => {
      await throttleSuccess(context, { key, limit: 3, seconds: 60, code: 'TOO_MANY_LETTERS' })
      if (!right) throw new Error('rolls the transaction back')
      return {}
    }),
  )
  serve(app, addressCountedCall, async (context, { body: { key } }) => {
    await throttleAddress(context, { key, limit: 1, seconds: 60 })
    return {}
  })
}

const callFrom = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  testApp.app.inject({ method: 'POST', url, payload, remoteAddress })
const statuses = async (times: number, send: () => ReturnType<typeof callFrom>) => {
  const seen: number[] = []
  for (let time = 0; time < times; time += 1) seen.push((await send()).statusCode)
  return seen
}

test('an attempt beyond the limit returns 429 with Retry-After', async () => {
  expect(await statuses(3, () => callFrom(countedCall.path, { key: 'a' }))).toEqual([500, 500, 500])
  const refused = await callFrom(countedCall.path, { key: 'a' })
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json().code).toBe('THROTTLED')
})

test('an attempt counts although its transaction is rolled back, until the window ends', async () => {
  await statuses(4, () => callFrom(countedCall.path, { key: 'b' }))
  testApp.advanceTime(61_000)
  expect(await statuses(4, () => callFrom(countedCall.path, { key: 'b' }))).toEqual([500, 500, 500, 429])
})

test('of twenty parallel attempts, only those within the limit pass', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => callFrom(countedCall.path, { key: 'c' })))
  expect(answers.filter((answer) => answer.statusCode === 500)).toHaveLength(3)
})

test('a throttle that counts only failures starts again after a success', async () => {
  const wrong = () => callFrom(failureCountedCall.path, { key: 'd' })
  expect(await statuses(2, wrong)).toEqual([200, 200])
  expect((await callFrom(failureCountedCall.path, { key: 'd', right: true })).statusCode).toBe(200)
  expect(await statuses(4, wrong)).toEqual([200, 200, 200, 429])
})

test('a throttle that counts only successes does not count what was rolled back, not even in parallel', async () => {
  const success = () => callFrom(successCountedCall.path, { key: 'g', right: true })
  expect(await statuses(4, () => callFrom(successCountedCall.path, { key: 'g' }))).toEqual([500, 500, 500, 500])
  const answers = await Promise.all(Array.from({ length: 8 }, success))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect((await success()).json().code).toBe('TOO_MANY_LETTERS')
})

test('the demo throttles all client addresses except its own machine', async () => {
  expect(await statuses(3, () => callFrom(addressCountedCall.path, { key: 'e' }))).toEqual([200, 200, 200])
  expect(await statuses(2, () => callFrom(addressCountedCall.path, { key: 'e' }, '203.0.113.9'))).toEqual([200, 429])
})

test('addresses of one IPv6 /64 count together, those of another on their own', async () => {
  const from = async (address: string) => (await callFrom(addressCountedCall.path, { key: 'g' }, address)).statusCode
  expect(await from('2001:db8:1:2::1')).toBe(200)
  expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(200)
  expect([await from('203.0.113.7'), await from('203.0.113.8')]).toEqual([200, 200])
  expect(await from('::ffff:203.0.113.7')).toBe(429)
})

test('two replicas with one database count together', async () => {
  const { app, time } = await startTestApp({ database: testApp.database, addEndpoints })
  time.now = testApp.time.now
  const from = async ({ inject }: Pick<App, 'inject'>) =>
    (await inject({ method: 'POST', url: countedCall.path, payload: { key: 'h' } })).statusCode
  expect([await from(app), await from(testApp.app), await from(app)]).toEqual([500, 500, 500])
  expect([await from(app), await from(testApp.app)]).toEqual([429, 429])
  await app.close()
})

test('the networks of one IPv6 /48 count together, with four times the limit of each', async () => {
  const from = async (group: number) =>
    (await callFrom(addressCountedCall.path, { key: 'h' }, `2001:db8:9:${group}::1`)).statusCode
  const answers = [await from(1), await from(2), await from(3), await from(4), await from(5)]
  expect(answers).toEqual([200, 200, 200, 200, 429])
})

test('a broken throttle table returns 500 without details', async () => {
  await testApp.database.db.execute(sql`alter table throttles rename to throttles_gone`)
  const answer = await callFrom(countedCall.path, { key: 'f' })
  await testApp.database.db.execute(sql`alter table throttles_gone rename to throttles`)
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('throttles')
})
