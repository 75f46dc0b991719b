import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, type ErrorReply, errorTable } from '#contract/errors.ts'
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import type { Config } from '#server/core/config.ts'
import { errorCodeOf, isDatabaseUnavailable, isStorageFull } from '#server/core/error-code.ts'
import { logOutage } from '#server/core/log.ts'
import { errorCodeForConstraint } from './constraints.ts'
import { securityHeaders } from './security-headers.ts'

export interface ErrorDetails {
  /** Messages by form field. */
  errors?: FieldErrors
  /** Seconds until the client should try again. */
  retryAfter?: number
  /** Fills `{why}` in the message of the code. */
  why?: string
  /** The account that the refusal protects, for the audit log only. */
  userID?: string | undefined
}

/** An error that users may see. Its status and message are in `contract/errors.ts`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(code, { cause })
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorTable[this.code][0]
  }

  get publicMessage(): string {
    return errorTable[this.code][1].replace('{why}', this.details.why ?? '')
  }
}

/** Turns every error into a reply; nothing else does. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = hasBrokenOff(request) ? new AppError('CLIENT_LEFT', {}, error) : toAppError(error)
  if (refusal.code === 'UNEXPECTED') request.log.error({ err: error, requestID: request.id }, 'unexpected error')
  if (refusal.code === 'STORAGE_FULL')
    logOutage(request.server.log, 'error', 'no room on the disk for an upload', { err: error })
  if (refusal.code === 'DATABASE_AWAY') logOutage(request.server.log, 'warn', 'database unavailable', { err: error })
  return replyWithAppError(refusal, request, reply)
}

/** A connection that ends within a request has the code of one to the database that ends. */
const hasBrokenOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

export function replyWithAppError(refusal: AppError, request: FastifyRequest, reply: FastifyReply) {
  request.refusal = refusal
  const { retryAfter = refusal.status === 503 ? 5 : undefined } = refusal.details
  if (retryAfter) reply.header('retry-after', Math.ceil(retryAfter))
  const body = toErrorReply(refusal)
  if (request.routeOptions.config.saysSuccess) body.success = false
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.code === 'UNEXPECTED' ? { ...body, requestID: request.id } : body))
}

function toErrorReply(refusal: AppError): ErrorReply {
  const { errors } = refusal.details
  return { error: messageFor(refusal), code: refusal.code, ...(errors && { errors }) }
}

/** A single field error is also the message of the reply. With several, the message is general. */
function messageFor({ code, publicMessage, details }: AppError): string {
  const [message, ...more] = Object.values(details.errors ?? {})
  return code === 'INVALID' && message && more.length === 0 ? message : publicMessage
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return new AppError('INVALID', { errors: toFieldErrors(error) })
  const taken = errorCodeForConstraint(error)
  if (taken) return new AppError(taken)
  if (isDatabaseUnavailable(error)) return new AppError('DATABASE_AWAY')
  if (isStorageFull(error)) return new AppError('STORAGE_FULL')
  if (isInvalidDatabaseValue(error)) return new AppError('MALFORMED')
  return new AppError(codeOfFastify(error))
}

/** PostgreSQL codes for values that it cannot store: a zero byte, broken UTF-8, a number or date out of range. */
const unstorable = new Set(['22021', '22P05', '22P02', '22003', '22008'])

function isInvalidDatabaseValue(error: unknown): boolean {
  return error instanceof Error && (unstorable.has(errorCodeOf(error) ?? '') || isInvalidDatabaseValue(error.cause))
}

/** Errors that Fastify raises before our code runs. */
function codeOfFastify(error: unknown): ErrorCode {
  const code = errorCodeOf(error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'WRONG_CONTENT_TYPE'
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'TOO_LARGE'
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined
  if (status === 413) return 'TOO_LARGE'
  if (status === 404) return 'NOT_FOUND'
  return status && status >= 400 && status < 500 ? 'MALFORMED' : 'UNEXPECTED'
}

/** Replies to what Fastify and Node refuse before a route is found, in the form and with the headers of every other error. */
export function frameworkReplies(config: Config) {
  const headers = headersOfFramework(config)
  return {
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void replyWithError(error, request, reply.headers(headers).header('x-request-id', request.id)),
    clientErrorHandler: (error: Error, socket: Socket) => {
      if (socket.writable) writeRefusal(socket, new AppError(codeOfClientError(error)), headers)
      return socket.destroy(error)
    },
    /** Node's own refusal has no body; see `refuseInOwnWords`. */
    http: { requireHostHeader: false },
  }
}

function codeOfClientError(error: Error) {
  const code = errorCodeOf(error)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TOO_SLOW'
  return code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : 'MALFORMED'
}

const headersOfFramework = (config: Config) => ({ ...securityHeaders(config), 'cache-control': 'no-store' })

/** Writes a refusal to a connection on which there is no request to reply to. */
function writeRefusal(socket: Duplex, refusal: AppError, headers: Record<string, string>) {
  const body = JSON.stringify(toErrorReply(refusal))
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Answers what Node would refuse in its own words, or not at all. */
export function refuseInOwnWords(app: FastifyInstance) {
  const headers = headersOfFramework(app.services.config)
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new AppError('MALFORMED')
  })
  /** Node would answer 417 without a body. */
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  /** Node would close the connection. */
  app.server.on('connect', (_request, socket) => {
    writeRefusal(socket, new AppError('NOT_FOUND'), headers)
    socket.destroy()
  })
}
