import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { ApiError, toErrorMessage } from './api-error.ts'
import { callApi, callApiPage, cursorIn } from './call-api.ts'
import { onApiError } from './error-listeners.ts'

const replies: Record<string, [status: number, body: string, link?: string]> = {
  '/fine': [200, '["a"]', '</api/x?cursor=next%2Fone>; rel="next"'],
  '/taken': [409, '{"error":"This niche is no longer available.","code":"NICHE_TAKEN"}'],
  '/invalid': [400, '{"error":"Please check.","code":"INVALID","errors":{"email":"Invalid email"}}'],
  '/proxy': [502, '<h1>Bad Gateway</h1>'],
  '/closed': [401, '{"error":"Please log in.","code":"NOT_SIGNED_IN"}'],
}

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const [status, body, link] = replies[request.url ?? ''] ?? [404, '']
    response.writeHead(status, link ? { link } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const { anyone } = callsBelow('/')
/** Outside a browser a URL must be absolute; the cast lets it pass as an endpoint path. */
const at = (path: string, from = origin) => ({
  ...anyone.get('list', '', { reply: z.array(z.string()) }),
  path: `${from}${path}` as `/${string}`,
})

const errorFrom = (path: string) =>
  callApi(at(path), {}).then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

test('callApi returns the reply, and callApiPage adds the cursor of the next page', async () => {
  expect(await callApi(at('/fine'), {})).toEqual(['a'])
  expect(await callApiPage(at('/fine'), {})).toEqual({ rows: ['a'], next: 'next/one' })
})

test('a refused call throws an ApiError with status, code, sentence and field errors', async () => {
  expect(await errorFrom('/taken')).toMatchObject({ status: 409, code: 'NICHE_TAKEN', isNetworkFailure: false })
  expect(await errorFrom('/invalid')).toMatchObject({ errors: { email: 'Invalid email' } })
})

test('toErrorMessage returns the server’s sentence, or the fallback if there is none', async () => {
  expect(toErrorMessage(await errorFrom('/taken'))).toBe('This niche is no longer available.')
  expect(toErrorMessage(await errorFrom('/proxy'), 'Failed to load payments.')).toBe('Failed to load payments.')
  expect(toErrorMessage(new Error('undefined is not a function'), 'Failed.')).toBe('Failed.')
})

test('a call that gets no reply throws an ApiError with code NO_ANSWER', async () => {
  const error = await callApi(at('/', 'http://127.0.0.1:1'), {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ isNetworkFailure: true, code: 'NO_ANSWER' })
  const sentence = 'Columba cannot be reached. Please check your connection and try again.'
  expect(toErrorMessage(error)).toBe(sentence)
  expect(toErrorMessage(error, 'Update failed')).toBe(`Update failed. ${sentence}`)
})

test('an error listener is called for a 401 until it is removed', async () => {
  const statuses: number[] = []
  const stop = onApiError(({ status }) => statuses.push(status))
  await errorFrom('/closed')
  stop()
  await errorFrom('/closed')
  expect(statuses).toEqual([401])
})

test('cursorIn returns undefined if there is no next page', () => {
  expect(cursorIn(null)).toBeUndefined()
  expect(cursorIn('</api/x>; rel="next"')).toBeUndefined()
})
