import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/core/config.ts'

/**
 * The same policy for all replies: only our own files and the configured providers may run.
 * Written by hand, because a plugin would set the same lines, plus defaults that one has to know about.
 */
/** Sends the time of the database too, by which pages go (`web/api/server-clock.ts`). Node would send that of this machine. */
export function sendSecurityHeaders(app: FastifyInstance) {
  const { config, clock } = app.services
  const headers = securityHeaders(config)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers).header('date', clock().toUTCString())
  })
}

export function securityHeaders(config: Config): Record<string, string> {
  const isHttps = config.publicUrl.startsWith('https:')
  return {
    'content-security-policy': policy(config, isHttps),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    /** The referrer never has path and query, not even to our own files: a link in a letter carries a token. */
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    /** The camera reads the labels of urns. */
    'permissions-policy': `camera=(self), microphone=(), geolocation=(), payment=(self${config.stripe ? ' "https://js.stripe.com"' : ''})`,
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

function policy({ stripe, recaptcha }: Config, isHttps: boolean): string {
  const card = (...hosts: string[]) => (stripe ? hosts : [])
  const bots = (...hosts: string[]) => (recaptcha ? hosts : [])
  const sources: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...card('https://js.stripe.com', 'https://*.js.stripe.com'),
      ...bots('https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'),
    ],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...card('https://*.stripe.com')],
    'connect-src': ["'self'", ...card('https://api.stripe.com'), ...bots('https://www.google.com/recaptcha/')],
    /** Certificates are shown as blob URLs. */
    'frame-src': [
      "'self'",
      'blob:',
      ...card('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
      ...bots('https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'),
    ],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(isHttps && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(sources)
    .map(([directive, hosts]) => [directive, ...hosts].join(' '))
    .join('; ')
}
