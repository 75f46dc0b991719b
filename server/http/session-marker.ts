import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/core/config.ts'
import { cookieName, cookieOptions } from './cookies.ts'
import { isPageRequest } from './page-requests.ts'

type CookieConfig = Pick<Config, 'publicUrl'>

const optionsOf = (config: CookieConfig) => ({ ...cookieOptions(config), httpOnly: false })

/** Tells scripts that there may be a session. Each sign-in has another value, so that an earlier refusal cannot remove it. */
export function setMarker(config: CookieConfig, reply: FastifyReply) {
  reply.setCookie(cookieName(config, 'signed_in'), Date.now().toString(36), optionsOf(config))
}

export function clearMarker(config: CookieConfig, reply: FastifyReply) {
  const name = cookieName(config, 'signed_in')
  if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, optionsOf(config))
}

/** A session from before the marker existed, or whose marker was deleted, gets one with the page, before any script runs. */
export function restoreMarkers(app: Pick<FastifyInstance, 'addHook'>, config: CookieConfig) {
  app.addHook('onRequest', async (request, reply) => {
    const hasMarker = request.cookies[cookieName(config, 'signed_in')] !== undefined
    const hasSession = request.cookies[cookieName(config, 'session')] !== undefined
    if (hasSession && !hasMarker && isPageRequest(request)) setMarker(config, reply)
  })
}
