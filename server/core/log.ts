import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { errorCodeOf } from './error-code.ts'

/** Logs contain no personal data: no bodies, query strings, referrers, cookies, parameters or NRICs. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination)
}

/** Describes the innermost error. The database wrapper around it repeats the SQL parameters, which are personal data. */
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

/** A message may quote input: removes email addresses and NRICs. */
const redact = (message: string) =>
  message
    .slice(0, 300)
    .replace(/[STFGM]\d{7}[A-Z]/gi, '[nric]')
    .replace(/[^\s"'<]+@[^\s"'>,]+/g, '[email]')

const stackLines = (error: Error) =>
  error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

const everyMs = 60_000

const outages = new WeakMap<Log, Map<string, { loggedAt: number; unlogged: number }>>()

/** Logs the first failure at once, and while it repeats one line a minute with their number: an outage fails hundreds of calls a second. */
export function logOutage(log: Log, level: keyof Log, words: string, fields: { err: unknown; job?: string }) {
  const ofLog = outages.get(log) ?? new Map()
  outages.set(log, ofLog)
  const key = `${words} ${fields.job ?? ''}`
  const { loggedAt, unlogged } = ofLog.get(key) ?? { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 }
  const now = performance.now()
  const isDue = now - loggedAt >= everyMs
  ofLog.set(key, isDue ? { loggedAt: now, unlogged: 0 } : { loggedAt, unlogged: unlogged + 1 })
  if (isDue) log[level]({ ...fields, ...(unlogged > 0 && { unlogged }) }, words)
}
