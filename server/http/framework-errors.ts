import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/core/config.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import { AppError, replyWithError, toErrorReply } from './errors.ts'
import { securityHeaders } from './security-headers.ts'
import type { App } from './serve.ts'

/** Replies to what Fastify and Node refuse before a route is found, in the form and with the headers of every other error. */
export function frameworkReplies(config: Config) {
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' }
  return {
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void replyWithError(error, request, reply.headers(headers)),
    clientErrorHandler: (error: Error, socket: Socket) => {
      if (!socket.writable) return socket.destroy(error)
      const refusal = new AppError(codeOfClientError(error))
      const body = JSON.stringify(toErrorReply(refusal))
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
      return socket.destroy(error)
    },
    /** Node's own refusal has no body; see `refuseWithoutHost`. */
    http: { requireHostHeader: false },
  }
}

function codeOfClientError(error: Error) {
  const code = errorCodeOf(error)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TOO_SLOW'
  return code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : 'MALFORMED'
}

export function refuseWithoutHost(app: App) {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new AppError('MALFORMED')
  })
  /** Node would answer 417 without a body. */
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
