import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'
import { toPage } from './paged.ts'
import { serve } from './serve.ts'

const anyone = { method: 'GET', roles: 'anyone', summary: 'A test' } as const
const hello = endpoint({ ...anyone, path: '/test/hello', reply: z.object({ hello: z.string() }), etag: true })
const pages = endpoint({
  ...anyone,
  path: '/test/pages',
  query: z.object({ cursor: z.string().optional() }),
  reply: z.array(z.object({ id: z.int() })),
})
const csv = endpoint({ ...anyone, path: '/test/csv', reply: z.string(), sends: 'text/csv' })
const signed = endpoint({
  ...anyone,
  method: 'POST',
  path: '/test/signed',
  raw: true,
  reply: z.object({ text: z.string() }),
})
const setUp = endpoint({
  method: 'POST',
  path: '/test/set-up',
  roles: { stages: ['setup'] },
  summary: 'A test',
  reply: z.object({ name: z.string() }),
})
const write = endpoint({
  method: 'POST',
  path: '/test/write/:place',
  roles: ['staff'],
  summary: 'A test',
  params: z.object({ place: z.string().max(5, 'That place is too long') }),
  body: z.object({ text: z.string('Text is required').min(1, 'Text is required'), copies: z.int().default(1) }),
  reply: z.object({ success: z.literal(true), text: z.string(), by: z.string() }),
})

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness()
  const { app } = doors
  serve(app, hello, () => ({ hello: 'you', passwordHash: 'kept inside' }))
  serve(app, pages, (_context, { query }) => toPage([{ id: 1 }], query.cursor ? undefined : 'two & three'))
  serve(app, csv, () => 'id,name\n')
  serve(app, signed, (_context, { raw }) => ({ text: raw.toString() }))
  serve(app, setUp, ({ actor }) => ({ name: actor.name }))
  serve(app, write, ({ actor }, { body, params }) => ({
    success: true as const,
    text: `${params.place}: ${body.text} ${body.copies}`,
    by: actor.role,
  }))
})
afterAll(() => doors.close())

const post = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  doors.app.inject({ method: 'POST', url, payload, headers })
const json = { 'content-type': 'application/json' }

test('a stranger is told only to sign in, whatever they send', async () => {
  for (const payload of ['{broken', '{}', '"x"', '{"text":"hello"}']) {
    const answer = await post('/test/write/hall', payload, json)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: 'Please log in.', code: 'NOT_SIGNED_IN', success: false })
  }
})

test('a person with another role is refused before what they sent is read', async () => {
  const { cookie } = await doors.signIn('user')
  const answer = await post('/test/write/hall', '{broken', { ...json, cookie })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().code).toBe('WRONG_ROLE')
})

test('between the password and the second factor nobody is signed in', async () => {
  for (const stage of ['password', 'setup'] as const) {
    const { cookie } = await doors.signIn('staff', stage)
    expect((await post('/test/write/hall', { text: 'x' }, { cookie })).statusCode).toBe(401)
  }
})

test('a step of signing in is open to its stage alone', async () => {
  const early = await doors.signIn('user', 'password')
  const due = await doors.signIn('user', 'setup')
  expect((await post('/test/set-up', '', { cookie: early.cookie })).statusCode).toBe(401)
  expect((await post('/test/set-up', '', { cookie: due.cookie })).json()).toEqual({ name: 'Tan Mei Ling' })
})

test('every field that is wrong is told at once, by its name', async () => {
  const { cookie } = await doors.signIn('staff')
  const answer = await post('/test/write/far-away', { copies: 2 }, { cookie })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    error: 'Please check what you entered.',
    code: 'INVALID',
    errors: { place: 'That place is too long', text: 'Text is required' },
    success: false,
  })
})

test('unknown fields are ignored and defaults filled in', async () => {
  const { cookie } = await doors.signIn('staff')
  const answer = await post('/test/write/hall', { text: 'hello', role: 'admin' }, { cookie })
  expect(answer.json()).toEqual({ success: true, text: 'hall: hello 1', by: 'staff' })
})

test('what cannot be read, is of another kind, or too large is said so', async () => {
  const { cookie } = await doors.signIn('staff')
  const answers = await Promise.all([
    post('/test/write/hall', '{broken', { ...json, cookie }),
    post('/test/write/hall', '{"__proto__":{"text":"x"}}', { ...json, cookie }),
    post('/test/write/hall', 'text=hello', { 'content-type': 'application/x-www-form-urlencoded', cookie }),
    post('/test/write/hall', 'hello', { 'content-type': 'text/plain', cookie }),
    post('/test/write/hall', { text: 'x'.repeat(300_000) }, { cookie }),
  ])
  expect(answers.map((it) => it.json().code)).toEqual([
    'MALFORMED',
    'MALFORMED',
    'WRONG_CONTENT_TYPE',
    'WRONG_CONTENT_TYPE',
    'TOO_LARGE',
  ])
  expect(answers.map((it) => it.statusCode)).toEqual([400, 400, 415, 415, 413])
})

test('what the contract does not declare never leaves the house', async () => {
  const answer = await doors.app.inject('/test/hello')
  expect(answer.json()).toEqual({ hello: 'you' })
})

test('an unchanged answer is not sent again', async () => {
  const first = await doors.app.inject('/test/hello')
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const again = await doors.app.inject({ url: '/test/hello', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('any other answer is kept by nobody', async () => {
  expect((await doors.app.inject('/test/pages')).headers['cache-control']).toBe('no-store')
})

test('a list says where it goes on', async () => {
  const first = await doors.app.inject('/test/pages?other=1')
  expect(first.headers.link).toBe('</test/pages?other=1&cursor=two+%26+three>; rel="next"')
  expect((await doors.app.inject('/test/pages?cursor=x')).headers.link).toBeUndefined()
})

test('a file is sent as what it is', async () => {
  const answer = await doors.app.inject('/test/csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe('id,name\n')
})

test('a signed body arrives as it was sent', async () => {
  expect((await post('/test/signed', '{ "a":1 }', json)).json()).toEqual({ text: '{ "a":1 }' })
})
