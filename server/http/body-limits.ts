import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRegisterBytes } from '#contract/registers/upload.ts'
import { AppError } from './errors.ts'

const jsonLimit = 256 * 1024
/** Larger than a file may be, so that a file that is too large gets a field error; only beyond this is the request refused. */
const fileLimits = {
  certificate: 12 * 1024 * 1024,
  register: maxRegisterBytes + 8 * 1024 * 1024,
  logo: 12 * 1024 * 1024,
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
