import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { users } from '#server/database/schema.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { AppError } from './errors.ts'
import { type App, serve } from './serve.ts'

const errors = {
  details: () => new AppError('BOOKING_NOT_MOVABLE', { why: 'It was denied by Ong at 14:05.' }),
  bug: () => new Error('the key 42 of S1234567D is broken'),
  unreachable: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  wrapped: () => new Error('Failed query', { cause: Object.assign(new Error('terminating'), { code: '57P01' }) }),
  diskFull: () => Object.assign(new Error('could not extend file "base/5/1"'), { code: '53100' }),
  noRoom: () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  unstorable: () => Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' }),
}
const { anyone, applicants } = callsBelow('/test')
const fail = anyone.get('fail/:how', 'A test', {
  params: z.object({ how: z.enum(['details', 'bug', 'unreachable', 'wrapped', 'diskFull', 'noRoom', 'unstorable']) }),
  reply: z.object({}),
})
const echo = anyone.post('echo', 'A test', { body: z.object({ half: z.string() }), reply: z.object({}) })
const twin = applicants.get('twin', 'A test', { reply: z.object({}) })

const testApp = prepareTestApp({ environment: { BOT_CHECK: 'on' }, addEndpoints })

const refused: (string | undefined)[] = []

function addEndpoints(app: App) {
  app.addHook('onSend', async ({ refusal }) => void refused.push(refusal?.code))
  serve(app, fail, (_context, { params }) => {
    throw errors[params.how]()
  })
  serve(app, echo, () => ({}))
  serve(app, twin, async ({ db }) => {
    const [someone] = await db.select().from(users).limit(1)
    if (someone) await db.insert(users).values({ ...someone, userID: crypto.randomUUID() })
    return {}
  })
}

const failing = (how: keyof typeof errors) => testApp.app.inject(`/test/fail/${how}`)

test('an AppError is answered with its message and code', async () => {
  const answer = await failing('details')
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({ error: 'It was denied by Ong at 14:05.', code: 'BOOKING_NOT_MOVABLE' })
})

test('an unexpected error is answered with a request ID and no details', async () => {
  const answer = await failing('bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    error: 'Something went wrong on our side. Nothing was changed.',
    code: 'UNEXPECTED',
    requestID: answer.headers['x-request-id'],
  })
})

test('a call while the database is unavailable returns 503 with Retry-After', async () => {
  for (const how of ['unreachable', 'wrapped', 'diskFull'] as const) {
    const answer = await failing(how)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().code).toBe('DATABASE_AWAY')
  }
})

test('a request that its client breaks off does not count as an outage of the database', async () => {
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  refused.length = 0
  const socket = connect(port, '127.0.0.1')
  const head = `POST /test/echo HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`
  socket.write(`${head}{"half":`, () => setImmediate(() => socket.resetAndDestroy()))
  await expect.poll(() => refused, { timeout: 60_000 }).toEqual(['CLIENT_LEFT'])
})

test('a file for which the server has no room is answered with STORAGE_FULL', async () => {
  const answer = await failing('noRoom')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'STORAGE_FULL'])
})

test('a value that the database cannot store is answered with MALFORMED', async () => {
  expect((await failing('unstorable')).json().code).toBe('MALFORMED')
})

test('a violated database constraint is answered with its own error code', async () => {
  const { cookie } = await testApp.signIn('user')
  const answer = await testApp.app.inject({ url: '/test/twin', headers: { cookie } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().code).toBe('DETAILS_TAKEN')
})

test('an unknown API path returns 404 as JSON', async () => {
  const answer = await testApp.app.inject('/api/nothing/here')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ error: 'We could not find that.', code: 'NOT_FOUND' })
})
