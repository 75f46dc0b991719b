import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { requestFor, urlFor } from './request.ts'

const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  roles: 'anyone',
  summary: 'Takes a paper',
  body: z.object({ name: z.string() }),
  files: ['paper'],
  reply: z.unknown(),
})

test('a path is filled with what it asks for, whatever letters that has', () => {
  expect(urlFor(nicheApi.levels, { params: { buildingID: 'Hall 1/A' } })).toBe('/api/niche/levels/Hall%201%2FA')
})

test('what is not given is not asked for', () => {
  expect(urlFor(nicheApi.find, { query: { adjacent: 2, blockID: undefined } })).toBe('/api/niche/find?adjacent=2')
})

test('a body travels as JSON', () => {
  const request = requestFor(nicheApi.override, { body: { reason: 'Repair' } })
  expect(request).toMatchObject({ method: 'POST', body: '{"reason":"Repair"}' })
  expect(request.headers).toEqual({ 'content-type': 'application/json' })
})

test('a call without a body sends none, and claims none', () => {
  expect(requestFor(nicheApi.override, {})).toMatchObject({ headers: {} })
  expect(requestFor(nicheApi.override, {}).body).toBeUndefined()
})

test('files travel in a form, and an absent one stays away', () => {
  const paper = new File(['%PDF'], 'paper.pdf')
  const { body, headers } = requestFor(upload, { body: { name: 'Tan' }, files: { paper, other: undefined } })
  expect(headers).toEqual({})
  expect(body).toBeInstanceOf(FormData)
  expect([...(body as FormData).keys()]).toEqual(['name', 'paper'])
})
