import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { keepChosenLanguages } from '#server/accounts/account-language.ts'
import { countShownNRICs } from '#server/accounts/count-nrics.ts'
import { confirmOwner } from '#server/accounts/public.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import { appointmentRoutes } from '#server/appointments/routes.ts'
import { recordReads } from '#server/audit/record-reads.ts'
import { recordRefusals } from '#server/audit/record-refusals.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { billRoutes } from '#server/bills/routes.ts'
import { bookingRoutes } from '#server/bookings/routes.ts'
import { cashUpRoutes } from '#server/cash-up/routes.ts'
import { chargeRoutes } from '#server/charges/routes.ts'
import { checkoutRoutes } from '#server/checkout/routes.ts'
import type { Services } from '#server/core/context.ts'
import { dashboardRoutes } from '#server/dashboard/routes.ts'
import { endSharingSince } from '#server/family/public.ts'
import { familyRoutes } from '#server/family/routes.ts'
import { findRoutes } from '#server/find/routes.ts'
import { hallRoutes } from '#server/halls/routes.ts'
import { createHouseTexts } from '#server/house/house-pages.ts'
import { readHouse } from '#server/house/public.ts'
import { houseRoutes } from '#server/house/routes.ts'
import { frameworkReplies, refuseInOwnWords, replyWithError } from '#server/http/errors.ts'
import { closeGracefully } from '#server/http/graceful-shutdown.ts'
import { operationsRoutes } from '#server/http/operations.ts'
import { rejectForeignOrigins } from '#server/http/origins.ts'
import { readableURL } from '#server/http/page-requests.ts'
import { registerBodyParsers } from '#server/http/request-bodies.ts'
import { logAndMeasureRequests, requestIDOf } from '#server/http/request-log.ts'
import { sendSecurityHeaders } from '#server/http/security-headers.ts'
import type { App } from '#server/http/serve.ts'
import { restoreMarkers } from '#server/http/sessions.ts'
import { servePages } from '#server/http/static-pages.ts'
import { tellOfChange } from '#server/mail/public.ts'
import { mailRoutes } from '#server/mail/routes.ts'
import { exploreRoutes } from '#server/niches/explore-routes.ts'
import { nicheRoutes } from '#server/niches/routes.ts'
import { priceRoutes } from '#server/prices/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { registerRoutes } from '#server/registers/routes.ts'
import { rightRoutes } from '#server/rights/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { secondPersonRoutes } from '#server/second-person/routes.ts'
import { urnRoutes } from '#server/urns/routes.ts'
import { registerGuardedActs } from './guarded-acts.ts'

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
    /** What arrives on an open connection is answered; Fastify's own 503 has no sentence. */
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: readableURL,
    ...frameworkReplies(services.config),
  })
  app.decorate('services', services).decorate('endpoints', []).decorate('confirmOwner', confirmOwner)
  app.decorate('openStreams', new Set<() => void>()).decorate('isClosing', false)
  app.decorateRequest('actor', undefined).decorateRequest('refusal', undefined)
  app.setErrorHandler(replyWithError)

  registerGuardedActs()
  closeGracefully(app)
  const registry = logAndMeasureRequests(app)
  recordRefusals(app)
  recordReads(app)
  countShownNRICs(app)
  sendSecurityHeaders(app)
  refuseInOwnWords(app)
  registerBodyParsers(app)
  await app.register(cookie)
  /** This comes after the cookies are parsed, so that a refused call can be recorded with its person. */
  rejectForeignOrigins(app)
  restoreMarkers(app, services.config)
  keepChosenLanguages(app)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })

  operationsRoutes(app, registry, async (context) => (await readHouse(context)).holdMinutes)
  await app.register((scope: App) => accountRoutes(scope, endSharingSince))
  await app.register(secondPersonRoutes)
  await app.register(nicheRoutes)
  await app.register(exploreRoutes)
  await app.register(hallRoutes)
  await app.register(rightRoutes)
  await app.register(bookingRoutes)
  await app.register(urnRoutes)
  await app.register(appointmentRoutes)
  await app.register(checkoutRoutes)
  await app.register(chargeRoutes)
  await app.register(priceRoutes)
  await app.register(billRoutes)
  await app.register(cashUpRoutes)
  await app.register((scope: App) => houseRoutes(scope, tellOfChange))
  await app.register(mailRoutes)
  await app.register(dashboardRoutes)
  await app.register(searchRoutes)
  await app.register(registerRoutes)
  await app.register(privacyRoutes)
  await app.register(findRoutes)
  await app.register(familyRoutes)
  await app.register(auditRoutes)

  await servePages(app, services.config.mode, createHouseTexts(services))
  return app
}
