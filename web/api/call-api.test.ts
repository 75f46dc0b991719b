import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ApiError, toErrorMessage } from './api-error.ts'
import { callApi, callApiPage, cursorIn } from './call-api.ts'
import { onApiError } from './error-listeners.ts'

const answers: Record<string, [status: number, body: string, link?: string]> = {
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
    const [status, body, link] = answers[request.url ?? ''] ?? [404, '']
    response.writeHead(status, link ? { link } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Outside a browser an address must be whole; the type says what every other endpoint says. */
const at = (path: string) =>
  endpoint({
    method: 'GET',
    path: `${origin}${path}` as `/${string}`,
    roles: 'anyone',
    summary: '',
    reply: z.array(z.string()),
  })

const errorFrom = (path: string) =>
  callApi(at(path), {}).then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

test('an answer arrives as it is, and a list with the way to its next page', async () => {
  expect(await callApi(at('/fine'), {})).toEqual(['a'])
  expect(await callApiPage(at('/fine'), {})).toEqual({ rows: ['a'], next: 'next/one' })
})

test('a refusal carries its status, code, sentence and fields', async () => {
  expect(await errorFrom('/taken')).toMatchObject({ status: 409, code: 'NICHE_TAKEN', isNetworkFailure: false })
  expect(await errorFrom('/invalid')).toMatchObject({ errors: { email: 'Invalid email' } })
})

test('the server’s sentence is shown; where it has none, the screen’s own', async () => {
  expect(toErrorMessage(await errorFrom('/taken'))).toBe('This niche is no longer available.')
  expect(toErrorMessage(await errorFrom('/proxy'), 'Failed to load payments.')).toBe('Failed to load payments.')
  expect(toErrorMessage(new Error('undefined is not a function'), 'Failed.')).toBe('Failed.')
})

test('a dead line is not a refusal', async () => {
  const nobody = endpoint({ ...at('/'), path: 'http://127.0.0.1:1/' as `/${string}` })
  const error = await callApi(nobody, {}).catch((it: unknown) => it)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ isNetworkFailure: true, code: 'NO_ANSWER' })
  const why = 'Columba cannot be reached. Please check your connection and try again.'
  expect(toErrorMessage(error)).toBe(why)
  expect(toErrorMessage(error, 'Update failed')).toBe(`Update failed. ${why}`)
})

test('whoever listens hears of a session that has ended', async () => {
  const heard: number[] = []
  const stop = onApiError(({ status }) => heard.push(status))
  await errorFrom('/closed')
  stop()
  await errorFrom('/closed')
  expect(heard).toEqual([401])
})

test('a list without a next page has no cursor', () => {
  expect(cursorIn(null)).toBeUndefined()
  expect(cursorIn('</api/x>; rel="next"')).toBeUndefined()
})
