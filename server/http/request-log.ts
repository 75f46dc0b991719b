import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Histogram, Registry } from 'prom-client'
import type { App } from './serve.ts'

const idPattern = /^[\w-]{8,64}$/

/** The ID of this request in logs and replies. A proxy may have set it. */
export function requestIDOf(headers: FastifyRequest['raw']['headers']): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && idPattern.test(given) ? given : randomUUID()
}

/** Logs and measures requests by route pattern, because URLs may contain personal data. */
export function logAndMeasureRequests(app: App): Registry {
  const { log } = app.services
  const registry = new Registry()
  const durationHistogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'unknown'
    const ms = reply.elapsedTime
    durationHistogram.observe({ method, route, status: reply.statusCode }, ms / 1000)
    log.info({ method, route, status: reply.statusCode, ms: Math.round(ms), requestID: id }, 'answered')
  })
  return registry
}
