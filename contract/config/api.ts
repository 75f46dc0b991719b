import { z } from 'zod'
import { get } from '../endpoint.ts'

export const PublicConfig = z.object({
  mode: z.enum(['demo', 'production']),
  botCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().optional() }),
  payment: z.object({ provider: z.enum(['sandbox', 'stripe']) }),
  holdMinutes: z.number(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const Health = z.object({ status: z.literal('ok') })

export const configApi = {
  read: get('/api/config', {
    roles: 'anyone',
    summary: 'Public settings of this installation',
    reply: PublicConfig,
  }),
}

/** For operators, and for developers of API clients. */
export const operationsApi = {
  alive: get('/healthz', { roles: 'anyone', summary: 'The process is up', reply: Health }),
  ready: get('/readyz', { roles: 'anyone', summary: 'The database is up', reply: Health }),
  metrics: get('/metrics', {
    roles: 'anyone',
    summary: 'Metrics for Prometheus; needs the bearer token if one is set',
    reply: z.string(),
    sends: 'text/plain',
  }),
  openapi: get('/api/openapi.json', {
    roles: 'anyone',
    summary: 'The API description as OpenAPI 3.1',
    reply: z.string(),
    sends: 'application/json',
  }),
  docs: get('/api/docs', {
    roles: 'anyone',
    summary: 'The API description as a web page',
    reply: z.string(),
    sends: 'text/html',
  }),
}
