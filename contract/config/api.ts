import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const PublicConfig = z.object({
  mode: z.enum(['demo', 'production']),
  botCheck: z.object({ provider: z.enum(['altcha', 'recaptcha']), siteKey: z.string().optional() }),
  payment: z.object({ provider: z.enum(['sandbox', 'stripe']) }),
  holdMinutes: z.number(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

const Health = z.object({ status: z.literal('ok') })

export const configApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/config',
    roles: 'anyone',
    summary: 'What the screens need to know of this installation',
    reply: PublicConfig,
  }),
}

/** For those who run the installation, and those who write against it. */
export const operationsApi = {
  alive: endpoint({ method: 'GET', path: '/healthz', roles: 'anyone', summary: 'The process answers', reply: Health }),
  ready: endpoint({ method: 'GET', path: '/readyz', roles: 'anyone', summary: 'The database answers', reply: Health }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    roles: 'anyone',
    summary: 'Measurements for Prometheus; with a bearer token where one is set',
    reply: z.string(),
    sends: 'text/plain',
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    roles: 'anyone',
    summary: 'This description, as OpenAPI 3.1',
    reply: z.record(z.string(), z.unknown()),
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    roles: 'anyone',
    summary: 'This description, to read',
    reply: z.string(),
    sends: 'text/html',
  }),
}
