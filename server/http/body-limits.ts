import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from './errors.ts'

const jsonLimit = 256 * 1024
/** Room for files that are too large for a certificate: they are told so by field, and only beyond this refused whole. */
const fileLimit = 12 * 1024 * 1024

export const bodyLimitOf = ({ files }: Endpoint) => (files ? jsonLimit + files.length * fileLimit : jsonLimit)

/** Refuses, before it is read, a body of another kind than the call takes, or one that says it is too large. */
export function checkBody(endpoint: Endpoint, { headers }: FastifyRequest) {
  const length = Number(headers['content-length'] ?? 0)
  if (length === 0 && headers['transfer-encoding'] === undefined) return
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== (endpoint.files ? 'multipart/form-data' : 'application/json')) throw new AppError('WRONG_CONTENT_TYPE')
  if (length > bodyLimitOf(endpoint)) throw new AppError('TOO_LARGE')
}
