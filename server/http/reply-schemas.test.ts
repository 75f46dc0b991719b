import fastJsonStringify from 'fast-json-stringify'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/endpoints.ts'
import { instant } from '#contract/schema-parts.ts'
import { replySchemaOf, serialiseBy } from './reply-schemas.ts'

const reply = z.object({
  paidAt: instant.nullable(),
  method: z.enum(['Cash', 'Card']).nullable(),
  request: z.object({ reason: z.string() }).nullable(),
})

test('a nullable field is sent as its value without undeclared fields, or as null, and not validated as a union', async () => {
  const schema = replySchemaOf({ reply } as never)
  const app = Fastify()
  app.setSerializerCompiler(serialiseBy)
  app.get('/full', { schema }, () => ({
    paidAt: new Date(0),
    method: 'Cash',
    request: { reason: 'blurred', secret: 'undeclared' },
  }))
  app.get('/empty', { schema }, () => ({ paidAt: null, method: null, request: null }))

  expect((await app.inject('/full')).json()).toEqual({
    paidAt: '1970-01-01T00:00:00.000Z',
    method: 'Cash',
    request: { reason: 'blurred' },
  })
  expect((await app.inject('/empty')).json()).toEqual({ paidAt: null, method: null, request: null })
  expect(JSON.stringify(schema)).not.toContain('anyOf')
})

test('the reply schema of every endpoint compiles, which a server would find out only with its first reply', () => {
  const schemas = allEndpoints
    .filter(({ sends }) => !sends)
    .map((endpoint) => Object(replySchemaOf(endpoint)).response[200])
  expect(schemas.length).toBeGreaterThan(200)
  for (const schema of schemas) expect(fastJsonStringify(schema)).toBeTypeOf('function')
})
