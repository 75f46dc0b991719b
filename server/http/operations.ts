import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { configApi, operationsApi, type PublicConfig } from '#contract/config/api.ts'
import type { Context } from '../context.ts'
import { cookieName } from './cookies.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { AppError } from './errors.ts'
import { openapi } from './openapi.ts'
import { type App, serve } from './serve.ts'

/** Configuration, health, metrics and the API description. */
export function operationsRoutes(app: App, registry: Registry, readHoldMinutes: (context: Context) => Promise<number>) {
  serve(app, configApi.read, async (context) => publicConfig(context, await readHoldMinutes(context)))
  serve(app, operationsApi.alive, () => ({ status: 'ok' as const }))
  serve(app, operationsApi.ready, async () => {
    await app.services.database.ping().catch((error: unknown) => {
      throw new AppError('DATABASE_AWAY', {}, error)
    })
    return { status: 'ok' as const }
  })
  serve(app, operationsApi.metrics, (context, _input, reply) => metrics(context, reply.request, registry))
  serve(app, operationsApi.openapi, () => openapi(app.endpoints, cookieName(app.services.config, 'session')))
  serve(app, operationsApi.docs, () => docsPage(app.endpoints))
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.addHook('onListen', async () => collectDefaultMetrics({ register: registry }))
}

const publicConfig = ({ config, botCheck, gateway }: Context, holdMinutes: number): PublicConfig => ({
  mode: config.mode,
  botCheck: botCheck.publicSettings,
  payment: { provider: gateway.provider },
  holdMinutes,
})

/** Without a token, metrics are public in the demo and 404 in production. */
async function metrics({ config }: Context, request: FastifyRequest, registry: Registry): Promise<string> {
  const { mode, metricsToken } = config
  if (mode === 'production' && !metricsToken) throw new AppError('NOT_FOUND')
  if (metricsToken && !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
    throw new AppError('NOT_SIGNED_IN')
  return registry.metrics()
}

/** Compares hashes, so that neither the length nor the time reveals anything about the token. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
