import { errorCodeOf } from '../error-code.ts'

/** Unreachable, shutting down, full, or a statement that waited or crossed another for too long. */
const codes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN 57P01 57P02 57P03 57P05 53300 57014 25P03 40001 40P01 55P03'.split(
    ' ',
  ),
)
const words = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'PGlite is closed',
]

/** True when the database could not be reached, or gave up for reasons that pass by themselves. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCodeOf(error)
  if (code && (codes.has(code) || code.startsWith('08'))) return true
  return words.some((each) => error.message.startsWith(each)) || isDatabaseUnavailable(error.cause)
}
