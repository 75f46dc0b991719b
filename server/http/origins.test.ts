import { expect, test } from 'vitest'
import { z } from 'zod'
import { get, post } from '#contract/endpoint.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { serve } from './serve.ts'

const given = { roles: 'anyone', summary: 'A test', reply: z.object({}) } as const

const testApp = prepareTestApp({
  environment: { BOT_CHECK: 'on', PUBLIC_URL: 'https://columba.example' },
  addEndpoints: (app) => {
    serve(app, post('/test/change', given), () => ({}))
    serve(app, get('/test/change', given), () => ({}))
  },
})

test.each([
  ['no browser', {}, 200],
  ['our own pages', { origin: 'https://columba.example', 'sec-fetch-site': 'same-origin' }, 200],
  ['a page at the address of the request', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, 200],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['another site, according to Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['another port of the same machine', { origin: 'http://10.0.0.5:9999', host: '10.0.0.5:3000' }, 403],
])('a POST from %s with %j returns %i', async (_who, headers: Record<string, string>, status) => {
  const answer = await testApp.app.inject({ method: 'POST', url: '/test/change', headers })
  expect(answer.statusCode).toBe(status)
  if (status === 403) expect(answer.json().code).toBe('FOREIGN_ORIGIN')
})

test('a GET from another site is allowed', async () => {
  const answer = await testApp.app.inject({ url: '/test/change', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(answer.statusCode).toBe(200)
})
