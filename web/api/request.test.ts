import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { requestFor, urlFor } from './request.ts'

const upload = callsBelow('/api').anyone.post('upload', 'Uploads a certificate', {
  body: z.object({ name: z.string() }),
  files: { certificate: { missing: 'Please upload a certificate' } },
  reply: z.unknown(),
})

test('urlFor encodes the path parameters', () => {
  expect(urlFor(nicheApi.levels, { params: { buildingID: 'Hall 1/A' } })).toBe('/api/niche/levels/Hall%201%2FA')
})

test('urlFor leaves out undefined query parameters', () => {
  expect(urlFor(nicheApi.find, { query: { adjacent: 2, blockID: undefined } })).toBe('/api/niche/find?adjacent=2')
})

test('a body is sent as JSON', () => {
  const request = requestFor(nicheApi.override, { body: { reason: 'Repair' } })
  expect(request).toMatchObject({ method: 'POST', body: '{"reason":"Repair"}' })
  expect(request.headers).toEqual({ 'content-type': 'application/json' })
})

test('a call without a body sends neither a body nor a content type', () => {
  expect(requestFor(nicheApi.override, {})).toMatchObject({ headers: {} })
  expect(requestFor(nicheApi.override, {}).body).toBeUndefined()
})

test('files are sent as multipart form data, and missing files are left out', () => {
  const certificate = new File(['%PDF'], 'certificate.pdf')
  const { body, headers } = requestFor(upload, { body: { name: 'Tan' }, files: { certificate, other: undefined } })
  expect(headers).toEqual({})
  expect(body).toBeInstanceOf(FormData)
  expect([...(body as FormData).keys()]).toEqual(['name', 'certificate'])
})
