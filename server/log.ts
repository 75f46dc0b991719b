import { type Logger, pino } from 'pino'
import { errorCodeOf } from './error-code.ts'

/** Logs say what happened, never to whom: no bodies, query strings, cookies, parameters or identity numbers. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: describeError } })
}

/** The innermost error: a database wrapper repeats the statement with its parameters, which are people's details. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' }
  const cause = innermost(error)
  const constraint = 'constraint' in cause ? cause.constraint : undefined
  return {
    type: cause.name,
    code: errorCodeOf(cause),
    constraint,
    message: redact(cause.message),
    stack: stackLines(cause),
  }
}

const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error)

/** A message may quote what was sent, in quotation marks or as an e-mail address or identity number. */
const redact = (message: string) =>
  message
    .slice(0, 300)
    .replace(/[STFGM]\d{7}[A-Z]/gi, '[nric]')
    .replace(/[^\s"'<]+@[^\s"'>,]+/g, '[e-mail]')

const stackLines = (error: Error) =>
  error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
