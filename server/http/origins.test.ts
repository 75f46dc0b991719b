import { describe, expect, test } from 'vitest'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { callsBelow, type Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoints.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { serve } from './serve.ts'

const { anyone } = callsBelow('/test')

const testApp = prepareTestApp({
  environment: { BOT_CHECK: 'on', PUBLIC_URL: 'https://columba.example' },
  addEndpoints: (app) => {
    serve(app, anyone.post('change', 'A test'), () => undefined)
    serve(app, anyone.get('change', 'A test'), () => undefined)
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

describe('a download', () => {
  const downloads = allEndpoints.filter(({ method, sends, roles }) => method === 'GET' && sends && roles !== 'anyone')
  const admin = prepareCaller(testApp, 'admin')
  const download = ({ path }: Endpoint, cookie: string, site?: string) =>
    testApp.app.inject({ url: path, headers: { cookie, ...(site && { 'sec-fetch-site': site }) } })

  test.each(downloads.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s that a link on another site asks for is refused',
    async (_path, endpoint) => {
      const { roles } = endpoint
      const { cookie } = await testApp.signIn(Array.isArray(roles) ? roles[0] : 'user')
      for (const site of ['cross-site', 'same-site']) {
        const answer = await download(endpoint, cookie, site)
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'FOREIGN_DOWNLOAD'])
      }
    },
  )

  test.each([
    ['our own pages', 'same-origin'],
    ['a typed address', 'none'],
    ['a program that is no browser', undefined],
  ])('from %s is sent', async (_who, site) => {
    expect((await download(dashboardApi.moneyCsv, admin.cookie, site)).statusCode).toBe(200)
  })
})
