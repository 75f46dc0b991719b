import { expect, test } from 'vitest'
import { prepareTestApp } from '#test/test-app.ts'

const token = 'a-token-for-the-collector'

const testApp = prepareTestApp({ environment: { BOT_CHECK: 'on', METRICS_TOKEN: token } })

test('/healthz and /readyz return ok while the database is up', async () => {
  expect((await testApp.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await testApp.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
})

test('every reply has a request ID, and the ID of a proxy is kept', async () => {
  expect((await testApp.app.inject('/healthz')).headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  const named = await testApp.app.inject({ url: '/healthz', headers: { 'x-request-id': 'from-the-proxy' } })
  expect(named.headers['x-request-id']).toBe('from-the-proxy')
})

test('/metrics needs the token and contains routes, not URLs', async () => {
  await testApp.app.inject('/api/config?nric=S1234567D')
  expect((await testApp.app.inject('/metrics')).statusCode).toBe(401)
  const answer = await testApp.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(answer.body).toContain('route="/api/config"')
  expect(answer.body).not.toContain('S1234567D')
})

test('openapi.json contains all served endpoints', async () => {
  const description = (await testApp.app.inject('/api/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
  expect(description.paths['/api/config'].get.description).toBe('Anyone may call this.')
  expect(Object.keys(description.paths)).toHaveLength(new Set(testApp.app.endpoints.map(({ path }) => path)).size)
})

test('/api/docs is a page without scripts and inline styles', async () => {
  const page = await testApp.app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('GET /api/config')
  expect(page.body).not.toMatch(/<script|<style|style=/)
  expect((await testApp.app.inject('/api/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test.each([
  ['/api/user/register', 'application/json', ['contactnumber', 'recaptchaToken']],
  ['/api/booking/submitBooking', 'multipart/form-data', ['nicheID', 'dateOfDeath', 'birthCertFile', 'mobileNumber']],
  ['/api/booking/place-urn', 'multipart/form-data', ['inscription', 'deathCertFile']],
])('openapi.json describes the form fields and files of %s', async (path, type, fields) => {
  const { paths } = (await testApp.app.inject('/api/openapi.json')).json()
  const schema = JSON.stringify(paths[path].post.requestBody.content[type].schema)
  for (const field of fields) expect(schema).toContain(`"${field}":`)
})

test('a long reply is compressed if the client accepts it', async () => {
  const answer = await testApp.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers['content-encoding']).toBe('br')
})
