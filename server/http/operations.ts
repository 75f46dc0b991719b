import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { configApi, operationsApi, type PublicConfig } from '#contract/config/api.ts'
import type { Context } from '#server/core/context.ts'
import { cookieName } from './cookies.ts'
import { docsPage, docsStyle } from './docs-page.ts'
import { bodyFor, type EncodedText, encodeText } from './encoded-text.ts'
import { AppError } from './errors.ts'
import { openapi } from './openapi.ts'
import { type App, serve } from './serve.ts'
import { shareReads } from './shared-reads.ts'
import { type Throttle, throttleAddress } from './throttles.ts'

/** The limit for each client address. */
const descriptions: Throttle = { key: 'api-docs-from', limit: 300, seconds: 15 * 60 }

/** Configuration, health, metrics and the API description. */
export function operationsRoutes(app: App, registry: Registry, readHoldMinutes: (context: Context) => Promise<number>) {
  serve(app, configApi.read, async (context) => publicConfig(context, await readHoldMinutes(context)))
  serve(app, operationsApi.alive, () => ({ status: 'ok' as const }))
  serve(app, operationsApi.ready, async () => {
    if (!(await app.services.readiness.isReady())) throw new AppError('NOT_READY')
    return { status: 'ok' as const }
  })
  registry.registerMetric(readinessOf(app))
  const readMetrics = shareReads(() => registry.metrics())
  serve(app, operationsApi.metrics, (context, _input, reply) => {
    requireToken(context, reply.request)
    return readMetrics('')
  })
  serveDescription(app, operationsApi.openapi, async () =>
    JSON.stringify(await openapi(app.endpoints, cookieName(app.services.config, 'session'))),
  )
  serveDescription(app, operationsApi.docs, () => docsPage(app.endpoints))
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
  app.addHook('onListen', async () => collectDefaultMetrics({ register: registry }))
}

/** The alarm must not depend on whether anybody asks /readyz. */
const readinessOf = ({ services: { readiness } }: App) =>
  new Gauge({
    name: 'columba_ready',
    help: 'Whether this replica can serve, as /readyz says',
    registers: [],
    async collect() {
      this.set((await readiness.isReady()) ? 1 : 0)
    },
  })

/** The description is made once, after the server listens, so that it does not delay the start. */
function serveDescription(
  app: App,
  endpoint: typeof operationsApi.openapi | typeof operationsApi.docs,
  make: () => Promise<string>,
) {
  let made: Promise<EncodedText> | undefined
  const makeOnce = () => (made ??= make().then(encodeText))
  app.addHook('onListen', async () => void makeOnce())
  serve(app, endpoint, async (context, _input, reply) => {
    await throttleAddress(context, descriptions)
    return bodyFor(reply.request, reply, await makeOnce())
  })
}

const publicConfig = ({ config, botCheck, gateway }: Context, holdMinutes: number): PublicConfig => ({
  mode: config.mode,
  botCheck: botCheck.publicSettings,
  payment: { provider: gateway.provider },
  holdMinutes,
})

/** Without a token, metrics are public in the demo and 404 in production. */
function requireToken({ config }: Context, request: FastifyRequest) {
  const { mode, metricsToken } = config
  if (mode === 'production' && !metricsToken) throw new AppError('NOT_FOUND')
  if (metricsToken && !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
    throw new AppError('NOT_SIGNED_IN')
}

/** Compares hashes, so that neither the length nor the time reveals anything about the token. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()
