import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { users } from '#server/database/schema.ts'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'
import { AppError } from './errors.ts'
import { serve } from './serve.ts'

const wrong = {
  details: () => new AppError('BOOKING_NOT_MOVABLE', { why: 'It was denied by Ong at 14:05.' }),
  bug: () => new Error('the key 42 of S1234567D is broken'),
  away: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  wrapped: () => new Error('Failed query', { cause: Object.assign(new Error('terminating'), { code: '57P01' }) }),
  strange: () => Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' }),
}
const fail = endpoint({
  method: 'GET',
  path: '/test/fail/:how',
  roles: 'anyone',
  summary: 'A test',
  params: z.object({ how: z.enum(['details', 'bug', 'away', 'wrapped', 'strange']) }),
  reply: z.object({}),
})
const twin = endpoint({ method: 'GET', path: '/test/twin', roles: ['user'], summary: 'A test', reply: z.object({}) })

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness()
  serve(doors.app, fail, (_context, { params }) => {
    throw wrong[params.how]()
  })
  serve(doors.app, twin, async ({ db }) => {
    const [someone] = await db.select().from(users).limit(1)
    if (someone) await db.insert(users).values({ ...someone, userID: crypto.randomUUID() })
    return {}
  })
})
afterAll(() => doors.close())

const failing = (how: keyof typeof wrong) => doors.app.inject(`/test/fail/${how}`)

test('a refusal is a sentence for a person and a code', async () => {
  const answer = await failing('details')
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({ error: 'It was denied by Ong at 14:05.', code: 'BOOKING_NOT_MOVABLE' })
})

test('what nobody expected tells a name to ask for, and nothing else', async () => {
  const answer = await failing('bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    error: 'Something went wrong on our side. Nothing was changed.',
    code: 'UNEXPECTED',
    requestID: answer.headers['x-request-id'],
  })
})

test('while the database is away people are asked to come again shortly', async () => {
  for (const how of ['away', 'wrapped'] as const) {
    const answer = await failing(how)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().code).toBe('DATABASE_AWAY')
  }
})

test('text that no database can hold is the fault of who sent it', async () => {
  expect((await failing('strange')).json().code).toBe('MALFORMED')
})

test('a promise that the database keeps is told in its own words', async () => {
  const { cookie } = await doors.signIn('user')
  const answer = await doors.app.inject({ url: '/test/twin', headers: { cookie } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().code).toBe('DETAILS_TAKEN')
})

test('an unknown call is 404 in JSON', async () => {
  const answer = await doors.app.inject('/api/nothing/here')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ error: 'We could not find that.', code: 'NOT_FOUND' })
})
