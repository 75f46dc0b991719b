import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'

export const PublicConfig = z.object({
  mode: z.enum(['demo', 'production']),
  botCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().optional() }),
  payment: z.object({ provider: z.enum(['sandbox', 'stripe']) }),
  holdMinutes: z.number(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const Health = z.object({ status: z.literal('ok') })

const { anyone } = callsBelow('/api')

export const configApi = {
  read: anyone.get('config', 'Public settings of this installation', { reply: PublicConfig }),
}

/** The calls for operators and for developers of API clients. */
export const operationsApi = {
  alive: anyone.get('/healthz', 'The process is up', { reply: Health }),
  ready: anyone.get('/readyz', 'The process can serve: it can write to the database, and its clock is right', {
    reply: Health,
  }),
  metrics: anyone.get('/metrics', 'Metrics for Prometheus; needs the bearer token if one is set', {
    sends: 'text/plain',
  }),
  openapi: anyone.get('openapi.json', 'The API description as OpenAPI 3.1', { sends: 'application/json' }),
  docs: anyone.get('docs', 'The API description as a web page', { sends: 'text/html' }),
}
