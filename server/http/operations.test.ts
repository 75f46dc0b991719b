import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'

const token = 'a-token-for-the-collector'

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness({ METRICS_TOKEN: token })
})
afterAll(() => doors.close())

test('the process and its database say that they are well', async () => {
  expect((await doors.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await doors.app.inject('/readyz')).json()).toEqual({ status: 'ok' })
})

test('every request has a name in its answer; that of a proxy is kept', async () => {
  expect((await doors.app.inject('/healthz')).headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  const named = await doors.app.inject({ url: '/healthz', headers: { 'x-request-id': 'from-the-proxy' } })
  expect(named.headers['x-request-id']).toBe('from-the-proxy')
})

test('measurements are told to whoever has the token, by route and never by address', async () => {
  await doors.app.inject('/api/config?nric=S1234567D')
  expect((await doors.app.inject('/metrics')).statusCode).toBe(401)
  const answer = await doors.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(answer.body).toContain('route="/api/config"')
  expect(answer.body).not.toContain('S1234567D')
})

test('the API describes itself to machines: every call that is served, and how it refuses', async () => {
  const description = (await doors.app.inject('/api/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
  expect(description.paths['/api/config'].get.description).toBe('Anyone may call this.')
  expect(Object.keys(description.paths)).toHaveLength(new Set(doors.app.endpoints.map(({ path }) => path)).size)
})

test('the API describes itself to people, without scripts', async () => {
  const page = await doors.app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('GET /api/config')
  expect(page.body).not.toMatch(/<script|<style|style=/)
  expect((await doors.app.inject('/api/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test.each([
  ['/api/user/register', 'application/json', ['contactnumber', 'recaptchaToken']],
  ['/api/booking/submitBooking', 'multipart/form-data', ['nicheID', 'dateOfDeath', 'birthCertFile', 'mobileNumber']],
  ['/api/booking/place-urn', 'multipart/form-data', ['inscription', 'deathCertFile']],
])('a form whose rules need the day is described too: %s', async (path, type, fields) => {
  const { paths } = (await doors.app.inject('/api/openapi.json')).json()
  const schema = JSON.stringify(paths[path].post.requestBody.content[type].schema)
  for (const field of fields) expect(schema).toContain(`"${field}":`)
})

test('a long answer is compressed for whoever can read it', async () => {
  const answer = await doors.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers['content-encoding']).toBe('br')
})
