import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { createLog } from '#server/core/log.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { serve } from './serve.ts'

const { anyone } = callsBelow('/test')
const failing = anyone.get('failing', 'A test')
const strict = anyone.get('strict', 'A test', { query: z.strictObject({}) })

const lines: string[] = []
const testApp = prepareTestApp({
  replace: { log: createLog('trace', { write: (line) => void lines.push(line) }) },
  addEndpoints: (app) => {
    serve(app, failing, () => {
      throw new Error('fails')
    })
    serve(app, strict, () => undefined)
  },
})

const secret = 'S1234567D-token-of-a-link'
const headers = { referer: `https://columba.example/reset-password?token=${secret}`, accept: 'text/html' }

test.each([
  ['a page', 200, '/reset-password'],
  ['a call without a session', 401, '/api/user/findExistingUser'],
  ['an unknown call', 404, '/api/unknown'],
  ['a query that is not valid', 400, '/test/strict'],
  ['an unexpected error', 500, '/test/failing'],
])('the log of %s contains neither query nor referrer', async (_what, status, path) => {
  lines.length = 0
  const answer = await testApp.app.inject({ url: `${path}?token=${secret}&value=${secret}`, headers })
  /** Without a build there are no pages. */
  expect([status, 404]).toContain(answer.statusCode)
  await vi.waitFor(() => expect(lines.join('')).toContain('answered'), 60_000)
  expect(lines.join('')).not.toContain(secret)
})

test('the log of a request that is not HTTP does not repeat it', async () => {
  lines.length = 0
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testApp.app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.write(`GET /reset-password?token=${secret} HTTP/1.1\r\nReferer: ${secret}\r\nHost\r\n\r\n`)
  expect(await text(socket)).toContain('400 Bad Request')
  expect(lines.join('')).not.toContain(secret)
})

const proxy = readFileSync('deploy/nginx/columba.conf', 'utf8')

test('every server of the proxy logs in a format without query and referrer', () => {
  const [format = ''] = /log_format columba [^;]*;/.exec(proxy) ?? []
  expect(format).toContain('$uri')
  expect(format).not.toMatch(/\$(request|request_uri|args|arg_\w+|query_string|is_args|http_referer)\b(?!_)/)
  const servers = proxy.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server.match(/access_log .*/g)).toEqual(['access_log /var/log/nginx/access.log columba;'])
    /** At any level below, messages about a request repeat its first line and the referrer. */
    expect(server.match(/error_log .*/g)).toEqual(['error_log /var/log/nginx/error.log emerg;'])
  }
})
