import type { FastifyBaseLogger } from 'fastify'

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
