import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { toPage } from './paged.ts'
import { type App, serve } from './serve.ts'

const { anyone, atStages, staff } = callsBelow('/test')
const hello = anyone.get('hello', 'A test', { reply: z.object({ hello: z.string() }), etag: true })
const pages = anyone.get('pages', 'A test', {
  query: z.object({ cursor: z.string().optional() }),
  reply: z.array(z.object({ id: z.int() })),
})
const csv = anyone.get('csv', 'A test', { sends: 'text/csv' })
const signed = anyone.post('signed', 'A test', { raw: true, reply: z.object({ text: z.string() }) })
const setUp = atStages('setup').post('set-up', 'A test', { reply: z.object({ name: z.string() }) })
const write = staff.post('write/:place', 'A test', {
  params: z.object({ place: z.string().max(5, 'That place is too long') }),
  body: z.object({ text: z.string('Text is required').min(1, 'Text is required'), copies: z.int().default(1) }),
  reply: z.object({ success: z.literal(true), text: z.string(), by: z.string() }),
})

const testApp = prepareTestApp({ environment: { BOT_CHECK: 'on' }, addEndpoints })

function addEndpoints(app: App) {
  serve(app, hello, () => ({ hello: 'you', passwordHash: 'not declared' }))
  serve(app, pages, (_context, { query }) => toPage([{ id: 1 }], query.cursor ? undefined : 'two & three'))
  serve(app, csv, () => 'id,name\n')
  serve(app, signed, (_context, { raw }) => ({ text: raw.toString() }))
  serve(app, setUp, ({ actor }) => ({ name: actor.name }))
  serve(app, write, ({ actor }, { body, params }) => ({
    success: true as const,
    text: `${params.place}: ${body.text} ${body.copies}`,
    by: actor.role,
  }))
}

const send = (url: string, payload: string | object, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'POST', url, payload, headers })
const json = { 'content-type': 'application/json' }

test('a call without a session returns 401, even with an invalid body', async () => {
  for (const payload of ['{broken', '{}', '"x"', '{"text":"hello"}']) {
    const answer = await send('/test/write/hall', payload, json)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ error: 'Please log in.', code: 'NOT_SIGNED_IN', success: false })
  }
})

test('a call with the wrong role returns 403 before the body is read', async () => {
  const { cookie } = await testApp.signIn('user')
  const answer = await send('/test/write/hall', '{broken', { ...json, cookie })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().code).toBe('WRONG_ROLE')
})

test('a session before its second factor does not count as signed in', async () => {
  for (const stage of ['password', 'setup'] as const) {
    const { cookie } = await testApp.signIn('staff', stage)
    expect((await send('/test/write/hall', { text: 'x' }, { cookie })).statusCode).toBe(401)
  }
})

test('an endpoint for one sign-in stage refuses sessions at another stage', async () => {
  const early = await testApp.signIn('user', 'password')
  const due = await testApp.signIn('user', 'setup')
  expect((await send('/test/set-up', '', { cookie: early.cookie })).statusCode).toBe(401)
  expect((await send('/test/set-up', '', { cookie: due.cookie })).json()).toEqual({ name: 'Tan Mei Ling' })
})

test('all invalid fields are reported in one reply', async () => {
  const { cookie } = await testApp.signIn('staff')
  const answer = await send('/test/write/far-away', { copies: 2 }, { cookie })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    error: 'Please check what you entered.',
    code: 'INVALID',
    errors: { place: 'That place is too long', text: 'Text is required' },
    success: false,
  })
})

test('a query parameter that is sent twice is refused', async () => {
  const { statusCode, body } = await testApp.app.inject('/test/pages?cursor=two&cursor=three')
  expect([statusCode, Object.keys(JSON.parse(body).errors)]).toEqual([400, ['cursor']])
})

test('every reply, refusals too, tells browsers not to guess its type', async () => {
  for (const url of ['/test/hello', '/test/csv', '/test/nowhere', '/api/user/me', '/']) {
    const { headers } = await testApp.app.inject(url)
    expect(headers['x-content-type-options'], url).toBe('nosniff')
  }
})

test('TRACE is not answered with what was sent', async () => {
  const headers = { cookie: 'columba_session=a-secret' }
  const { statusCode, body } = await testApp.app.inject({ method: 'TRACE', url: '/test/hello', headers } as never)
  expect(statusCode).toBe(404)
  expect(body).not.toContain('a-secret')
})

test('unknown body fields are ignored and defaults are filled in', async () => {
  const { cookie } = await testApp.signIn('staff')
  const answer = await send('/test/write/hall', { text: 'hello', role: 'admin' }, { cookie })
  expect(answer.json()).toEqual({ success: true, text: 'hall: hello 1', by: 'staff' })
})

test('malformed, wrongly typed and oversized bodies are refused with their own codes', async () => {
  const { cookie } = await testApp.signIn('staff')
  const answers = await Promise.all([
    send('/test/write/hall', '{broken', { ...json, cookie }),
    send('/test/write/hall', '{"__proto__":{"text":"x"}}', { ...json, cookie }),
    send('/test/write/hall', 'text=hello', { 'content-type': 'application/x-www-form-urlencoded', cookie }),
    send('/test/write/hall', 'hello', { 'content-type': 'text/plain', cookie }),
    send('/test/write/hall', { text: 'x'.repeat(300_000) }, { cookie }),
  ])
  expect(answers.map((answer) => answer.json().code)).toEqual([
    'MALFORMED',
    'MALFORMED',
    'WRONG_CONTENT_TYPE',
    'WRONG_CONTENT_TYPE',
    'TOO_LARGE',
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([400, 400, 415, 415, 413])
})

test('half of a character in a body becomes U+FFFD, and whole ones stay', async () => {
  const { cookie } = await testApp.signIn('staff')
  const body = String.raw`{"text":"\ud83d \uDE00 \ud83d\ude00 \\ud83d \\\ud83d x\ud83d"}`
  const answer = await send('/test/write/hall', body, { ...json, cookie })
  expect(answer.json().text).toBe('hall: \ufffd \ufffd \u{1f600} \\ud83d \\\ufffd x\ufffd 1')
})

test('fields that the contract does not declare are stripped from the reply', async () => {
  const answer = await testApp.app.inject('/test/hello')
  expect(answer.json()).toEqual({ hello: 'you' })
})

test('an unchanged reply with an ETag returns 304 without a body', async () => {
  const first = await testApp.app.inject('/test/hello')
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const again = await testApp.app.inject({
    url: '/test/hello',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('a reply without an ETag has Cache-Control: no-store', async () => {
  expect((await testApp.app.inject('/test/pages')).headers['cache-control']).toBe('no-store')
})

test('a list links to its next page, and the last page has no link', async () => {
  const first = await testApp.app.inject('/test/pages?other=1')
  expect(first.headers.link).toBe('</test/pages?other=1&cursor=two+%26+three>; rel="next"')
  expect((await testApp.app.inject('/test/pages?cursor=x')).headers.link).toBeUndefined()
})

test('a reply that is not JSON is sent unchanged with its own content type', async () => {
  const answer = await testApp.app.inject('/test/csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe('id,name\n')
})

test('a signed body reaches the action unparsed', async () => {
  expect((await send('/test/signed', '{ "a":1 }', json)).json()).toEqual({ text: '{ "a":1 }' })
})
