/** The `code` of a system or database error, if it has one. */
export function errorCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** No room on the disk of the server, or none left for its account. */
export const isStorageFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(errorCodeOf(error) ?? '')

/** Unreachable, shutting down, a standby that was not promoted yet, out of connections, disk or memory, or a statement that timed out or conflicted with another. */
const unavailableCodes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN 57P01 57P02 57P03 57P05 53100 53200 53300 57014 25P03 25006 40001 40P01 55P03'.split(
    ' ',
  ),
)
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'PGlite is closed',
]

/** PostgreSQL ends the connection, or refuses a new one. On a full disk it does so as an internal error. */
const endsConnection = (error: Error) =>
  'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** True if the database was unreachable or failed for a temporary reason. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCodeOf(error)
  if (endsConnection(error) || (code && (unavailableCodes.has(code) || code.startsWith('08')))) return true
  return unavailableMessages.some((each) => error.message.startsWith(each)) || isDatabaseUnavailable(error.cause)
}
