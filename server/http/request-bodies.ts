import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRegisterBytes } from '#contract/registers/draft-api.ts'
import { AppError } from './errors.ts'

const jsonLimit = 256 * 1024
/** The limit is above that of a file, so that a file that is too large gets a field error; only beyond this is the request refused. */
const fileLimits = {
  certificate: 12 * 1024 * 1024,
  register: maxRegisterBytes + 8 * 1024 * 1024,
  picture: 12 * 1024 * 1024,
}

export const bodyLimitOf = ({ files = {}, fileKind = 'certificate' }: Endpoint) =>
  jsonLimit + Object.keys(files).length * fileLimits[fileKind]

/** Refuses a body with the wrong content type or a `Content-Length` that is too large, before reading it. */
export function checkBody(endpoint: Endpoint, { headers }: FastifyRequest) {
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0 && headers['transfer-encoding'] === undefined) return
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== (endpoint.files ? 'multipart/form-data' : 'application/json')) throw new AppError('WRONG_CONTENT_TYPE')
  if (length > bodyLimitOf(endpoint)) throw new AppError('TOO_LARGE')
}

/** An empty JSON body counts as none, and a signed one stays unparsed. Multipart bodies are read later, when there is memory for them. */
export function registerBodyParsers(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.raw) return done(null, body)
    return body.length === 0 ? done(null, undefined) : parse(request, withWholeCharacters(body.toString()), done)
  })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/**
 * JSON can hold half of a character, such as of an emoji that a form cut in two, but the database cannot: it would store
 * something else than what was compared and signed. The half becomes U+FFFD, as bytes do that are not UTF-8.
 */
const withWholeCharacters = (json: string) =>
  json.replace(escaped, (found) => (found.length === '\\ud83d'.length ? '\ufffd' : found))

/** An escaped backslash, both halves of a character, or only one. The first is matched so that what follows it is not taken for an escape. */
const escaped = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}/gi
