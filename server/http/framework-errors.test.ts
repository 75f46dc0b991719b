import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type ErrorCode, errorTable } from '#contract/errors.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { securityHeaders } from './security-headers.ts'

const testApp = prepareTestApp()
beforeAll(() => testApp.app.listen({ port: 0, host: '127.0.0.1' }))

/** Sends these bytes and reads until the server closes the connection. */
async function send(bytes: string) {
  const { port } = testApp.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined).write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2))
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name = '', value]) => [name.toLowerCase(), value])),
    body,
  }
}

const host = 'Host: columba.example\r\nConnection: close\r\n'
const json = `${host}Content-Type: application/json\r\n`

test.each([
  ['a path that cannot be decoded', `GET /api/%ff HTTP/1.1\r\n${host}\r\n`, 'MALFORMED'],
  [
    'a path with a part that is too long',
    `GET /api/urn/detail/${'x'.repeat(300)} HTTP/1.1\r\n${host}\r\n`,
    'MALFORMED',
  ],
  ['an unknown call', `GET /api/unknown HTTP/1.1\r\n${host}\r\n`, 'NOT_FOUND'],
  ['another method', `PUT /api/user/login HTTP/1.1\r\n${host}\r\n`, 'NOT_FOUND'],
  ['a method of WebDAV', `PROPFIND /api/house HTTP/1.1\r\n${host}\r\n`, 'NOT_FOUND'],
  ['TRACE', `TRACE /api/house HTTP/1.1\r\n${host}\r\n`, 'NOT_FOUND'],
  ['CONNECT', `CONNECT columba.example:443 HTTP/1.1\r\n${host}\r\n`, 'NOT_FOUND'],
  ['a method that does not exist', `NONSENSE /api/house HTTP/1.1\r\n${host}\r\n`, 'MALFORMED'],
  ['something that is not HTTP', 'hello\r\n\r\n', 'MALFORMED'],
  ['no host', 'GET /api/house HTTP/1.1\r\nConnection: close\r\n\r\n', 'MALFORMED'],
  ['a length that is no number', `POST /api/user/login HTTP/1.1\r\n${json}Content-Length: ten\r\n\r\n`, 'MALFORMED'],
  [
    'a length and chunks',
    `POST /api/user/login HTTP/1.1\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    'MALFORMED',
  ],
  ['a body that is not JSON', `POST /api/user/login HTTP/1.1\r\n${json}Content-Length: 2\r\n\r\n{x`, 'MALFORMED'],
  [
    'a body that is too large',
    `POST /api/user/login HTTP/1.1\r\n${json}Content-Length: 999999999\r\n\r\n`,
    'TOO_LARGE',
  ],
  [
    'chunks that are not chunks',
    `POST /api/user/login HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    'MALFORMED',
  ],
  [
    'another content type',
    `POST /api/user/login HTTP/1.1\r\n${host}Content-Type: text/x\r\nContent-Length: 1\r\n\r\nx`,
    'WRONG_CONTENT_TYPE',
  ],
  [
    'headers that are too large',
    `GET /api/house HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    'HEADERS_TOO_LARGE',
  ],
] as const)('%s is refused in the form of every other error, with all security headers', async (_what, bytes, code) => {
  expectRefused(await send(bytes), code)
})

test('a path that cannot be decoded is answered with the ID of its request', async () => {
  const { headers } = await send(`GET /api/%ff HTTP/1.1\r\n${host}X-Request-ID: from-the-proxy\r\n\r\n`)
  expect(headers['x-request-id']).toBe('from-the-proxy')
})

test('a request that does not end in time is refused in the form of every other error', async () => {
  /** Node looks for them every thirty seconds, and says so to the server. */
  const error = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  testApp.app.server.once('connection', (socket) => testApp.app.server.emit('clientError', error, socket))
  expectRefused(await send('GET /api/house HTTP/1.1\r\n'), 'REQUEST_TOO_SLOW')
})

function expectRefused({ status, headers, body }: Awaited<ReturnType<typeof send>>, code: ErrorCode) {
  const [expected, error] = errorTable[code]
  expect([status, JSON.parse(body)]).toMatchObject([expected, { code, error }])
  expect(headers).toMatchObject({
    ...securityHeaders(testApp.context.config),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
}

test('a request that expects what we do not know is answered like any other', async () => {
  const { status, headers } = await send(`GET /api/house HTTP/1.1\r\n${host}Expect: more\r\n\r\n`)
  expect([status, headers['x-frame-options']]).toEqual([200, 'DENY'])
})
