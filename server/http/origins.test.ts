import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'
import { serve } from './serve.ts'

const given = { path: '/test/change', roles: 'anyone', summary: 'A test', reply: z.object({}) } as const

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness({ PUBLIC_URL: 'https://columba.example' })
  serve(doors.app, endpoint({ ...given, method: 'POST' }), () => ({}))
  serve(doors.app, endpoint({ ...given, method: 'GET' }), () => ({}))
})
afterAll(() => doors.close())

test.each([
  ['no browser', {}, 200],
  ['our own pages', { origin: 'https://columba.example', 'sec-fetch-site': 'same-origin' }, 200],
  ['the address that was asked', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, 200],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['another site, by its own account', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['another port of the same machine', { origin: 'http://10.0.0.5:9999', host: '10.0.0.5:3000' }, 403],
])('a change asked for by %s', async (_who, headers: Record<string, string>, status) => {
  const answer = await doors.app.inject({ method: 'POST', url: '/test/change', headers })
  expect(answer.statusCode).toBe(status)
  if (status === 403) expect(answer.json().code).toBe('FOREIGN_ORIGIN')
})

test('a link from another site may be followed', async () => {
  const answer = await doors.app.inject({ url: '/test/change', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.statusCode).toBe(200)
})
