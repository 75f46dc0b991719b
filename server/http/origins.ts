import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import type { App } from './serve.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that change something if the browser says that they come from another site. */
export function rejectForeignOrigins(app: App) {
  const { publicUrl } = app.services.config
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && isForeign(request, publicUrl)) throw new AppError('FOREIGN_ORIGIN')
  })
}

function isForeign({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
