import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { recordRefusals } from './audit/record-refusals.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Services } from './context.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { findRoutes } from './find/routes.ts'
import { hallRoutes } from './halls/routes.ts'
import { readHouse } from './house/actions.ts'
import { createHouseTexts } from './house/house-pages.ts'
import { houseRoutes } from './house/routes.ts'
import { registerBodyParsers } from './http/body-parsers.ts'
import { replyWithError } from './http/errors.ts'
import { closeGracefully } from './http/graceful-shutdown.ts'
import { operationsRoutes } from './http/operations.ts'
import { rejectForeignOrigins } from './http/origins.ts'
import { readableURL } from './http/page-requests.ts'
import { logAndMeasureRequests, requestIDOf } from './http/request-log.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import type { App } from './http/serve.ts'
import { restoreMarkers } from './http/session-marker.ts'
import { servePages } from './http/static-pages.ts'
import { mailRoutes } from './mail/routes.ts'
import { exploreRoutes } from './niches/explore-routes.ts'
import { nicheRoutes } from './niches/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { registerRoutes } from './registers/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { urnRoutes } from './urns/routes.ts'

/** The complete server, not yet listening; tests call it with `app.inject`. */
export async function buildApp(services: Services): Promise<App> {
  const app: App = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.config.trustProxy,
    genReqId: ({ headers }) => requestIDOf(headers),
    bodyLimit: 256 * 1024,
    /** Time to receive a whole request: enough for two photos over a slow connection. */
    requestTimeout: 120_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: readableURL,
  })
  app.decorate('services', services).decorate('endpoints', []).decorate('openStreams', new Set<() => void>())
  app.decorateRequest('actor', undefined).decorateRequest('refusal', undefined)
  app.setErrorHandler(replyWithError)

  closeGracefully(app)
  const registry = logAndMeasureRequests(app)
  recordRefusals(app)
  sendSecurityHeaders(app)
  registerBodyParsers(app)
  await app.register(cookie)
  /** After the cookies are parsed, so that a refused call can be recorded with its person. */
  rejectForeignOrigins(app)
  restoreMarkers(app, services.config)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  operationsRoutes(app, registry, async (context) => (await readHouse(context)).holdMinutes)
  await app.register(accountRoutes)
  await app.register(nicheRoutes)
  await app.register(exploreRoutes)
  await app.register(hallRoutes)
  await app.register(bookingRoutes)
  await app.register(urnRoutes)
  await app.register(appointmentRoutes)
  await app.register(checkoutRoutes)
  await app.register(houseRoutes)
  await app.register(mailRoutes)
  await app.register(dashboardRoutes)
  await app.register(searchRoutes)
  await app.register(registerRoutes)
  await app.register(privacyRoutes)
  await app.register(findRoutes)
  await app.register(auditRoutes)

  await servePages(app, services.config.mode, createHouseTexts(services))
  return app
}
