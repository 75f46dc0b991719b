import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { inTransaction } from '#server/context.ts'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'
import { serve } from './serve.ts'
import { checkThrottle, clearThrottle, countAttempt, throttleAddress, throttleAttempt } from './throttles.ts'

const given = { method: 'POST', roles: 'anyone', summary: 'A test', reply: z.object({}) } as const
const body = z.object({ key: z.string(), right: z.boolean().default(false) })
const countedCall = endpoint({ ...given, path: '/test/knock', body })
const failureCountedCall = endpoint({ ...given, path: '/test/guess', body })
const addressCountedCall = endpoint({ ...given, path: '/test/arrive', body })

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness()
  serve(doors.app, countedCall, async (context, { body: { key } }) => {
    await throttleAttempt(context, { key, limit: 3, seconds: 60 })
    return inTransaction(context, async () => {
      throw new Error('and so nothing was written')
    })
  })
  serve(doors.app, failureCountedCall, async (context, { body: { key, right } }) => {
    const guesses = { key, limit: 3, seconds: 60 }
    await checkThrottle(context, guesses)
    if (right) await clearThrottle(context, key)
    else await countAttempt(context, guesses)
    return {}
  })
  serve(doors.app, addressCountedCall, async (context, { body: { key } }) => {
    await throttleAddress(context, { key, limit: 1, seconds: 60 })
    return {}
  })
})
afterAll(() => doors.close())

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  doors.app.inject({ method: 'POST', url, payload, remoteAddress })
const statuses = async (times: number, send: () => ReturnType<typeof post>) => {
  const seen: number[] = []
  for (let time = 0; time < times; time += 1) seen.push((await send()).statusCode)
  return seen
}

test('one attempt too many is refused, and told when to come again', async () => {
  expect(await statuses(3, () => post('/test/knock', { key: 'a' }))).toEqual([500, 500, 500])
  const refused = await post('/test/knock', { key: 'a' })
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json().code).toBe('THROTTLED')
})

test('an attempt counts although its transaction was taken back, and is forgotten with its window', async () => {
  await statuses(4, () => post('/test/knock', { key: 'b' }))
  doors.time.now += 61_000
  expect(await statuses(4, () => post('/test/knock', { key: 'b' }))).toEqual([500, 500, 500, 429])
})

test('of many attempts at the same moment not one slips through', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/test/knock', { key: 'c' })))
  expect(answers.filter((it) => it.statusCode === 500)).toHaveLength(3)
})

test('where only failures count, success begins anew', async () => {
  const wrong = () => post('/test/guess', { key: 'd' })
  expect(await statuses(2, wrong)).toEqual([200, 200])
  expect((await post('/test/guess', { key: 'd', right: true })).statusCode).toBe(200)
  expect(await statuses(4, wrong)).toEqual([200, 200, 200, 429])
})

test('the demo does not count its own machine, but everybody else', async () => {
  expect(await statuses(3, () => post('/test/arrive', { key: 'e' }))).toEqual([200, 200, 200])
  expect(await statuses(2, () => post('/test/arrive', { key: 'e' }, '203.0.113.9'))).toEqual([200, 429])
})

test('a throttle that is broken itself is no stack trace', async () => {
  await doors.database.db.execute(sql`alter table throttles rename to throttles_gone`)
  const answer = await post('/test/knock', { key: 'f' })
  await doors.database.db.execute(sql`alter table throttles_gone rename to throttles`)
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('throttles')
})
