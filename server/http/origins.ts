import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from './errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses calls that change something if the browser says that they come from another site. */
export function rejectForeignOrigins(app: FastifyInstance) {
  const { publicUrl } = app.services.config
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && isForeign(request, publicUrl)) throw new AppError('FOREIGN_ORIGIN')
  })
}

/**
 * Refuses a file that a link on another site, or on another host of the same one, asks for: it would be saved on the disk of somebody who
 * asked for nothing. A typed address is no site, and programs other than browsers do not send the header.
 */
export function rejectForeignDownload({ method, sends, roles }: Endpoint, { headers }: FastifyRequest) {
  const isDownload = method === 'GET' && sends !== undefined && roles !== 'anyone'
  const site = headers['sec-fetch-site']
  if (isDownload && (site === 'cross-site' || site === 'same-site')) throw new AppError('FOREIGN_DOWNLOAD')
}

function isForeign({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
