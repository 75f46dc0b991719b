import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#server/core/context.ts'
import { throttles } from '#server/database/schema.ts'
import { isLoopback, networkOf, siteOf } from './client-network.ts'
import { AppError } from './errors.ts'

export interface Throttle {
  key: string
  limit: number
  seconds: number
  /** The account that it protects, if nobody is signed in. */
  userID?: string | undefined
  /** What a refused caller is told; by default to wait a little. */
  code?: ErrorCode
}

/** Links in letters, per client address: enough for a family that shares one network, far too little to guess a link. */
export const linkReads: Throttle = { key: 'family-link-from', limit: 60, seconds: 15 * 60 }

/** Counts an attempt, whether it succeeds or not, and refuses those beyond the limit. */
export async function throttleAttempt(context: Context, rule: Throttle) {
  const { count, resetsAt } = await countAttempt(context, rule)
  if (count > rule.limit) throw throttledError(context, rule, resetsAt)
}

/** Counts in the caller's transaction and refuses beyond the limit, so only what commits counts. Others with the same key wait for the commit. */
export async function throttleSuccess(context: Context, rule: Throttle) {
  const { count, resetsAt } = await countOne(context, rule)
  if (count > rule.limit) throw throttledError(context, rule, resetsAt)
}

/** A provider may give its customers networks of one /48. */
const networksPerSite = 4

/**
 * The same per client address, for IPv6 per /64 and, with a higher limit, per /48. The demo does not count the local machine, so that load
 * and acceptance tests can run.
 */
export async function throttleAddress(context: Context, rule: Throttle) {
  if (isExempt(context)) return
  for (const each of perNetwork(context, rule)) await throttleAttempt(context, each)
}

const isExempt = ({ config, client }: Context) => config.mode === 'demo' && isLoopback(client.address)

function perNetwork({ client: { address } }: Context, rule: Throttle): Throttle[] {
  const [network, site] = [networkOf(address), siteOf(address)]
  const ofNetwork = { ...rule, key: `${rule.key}:${network}` }
  return site === network
    ? [ofNetwork]
    : [ofNetwork, { ...rule, key: `${rule.key}:${site}`, limit: rule.limit * networksPerSite }]
}

/** Counts one and says whether it is within the limit. In a transaction only what commits counts, and others with the same key wait for it. */
export const isWithinLimit = async (context: Context, rule: Throttle): Promise<boolean> =>
  (await countOne(context, rule)).count <= rule.limit

/** The same per client address. */
export async function isAddressWithinLimit(context: Context, rule: Throttle): Promise<boolean> {
  const counted = isExempt(context) ? [] : perNetwork(context, rule)
  const within = await Promise.all(counted.map((each) => isWithinLimit(context, each)))
  return within.every(Boolean)
}

/** Refuses if the limit is reached, without counting: for throttles that count only failures. */
export async function checkThrottle(context: Context, rule: Throttle) {
  const [found] = await context.db
    .select()
    .from(throttles)
    .where(and(eq(throttles.key, rule.key), gt(throttles.resetsAt, context.clock())))
  if (found && found.count >= rule.limit) throw throttledError(context, rule, found.resetsAt)
}

/** Counts one failure. Returns the number of failures in the current window. */
export async function countAttempt(context: Context, rule: Throttle): Promise<Counted> {
  /** A count in a transaction would be rolled back with it, and failures are what must be counted. */
  if (context.db instanceof PgTransaction) throw new Error('Count throttles before the transaction, not in it')
  return countOne(context, rule)
}

interface Counted {
  count: number
  resetsAt: Date
}

async function countOne(context: Context, { key, seconds }: Throttle): Promise<Counted> {
  const now = context.clock()
  const resetsAt = new Date(now.getTime() + seconds * 1000)
  const isExpired = sql`${throttles.resetsAt} <= ${now.toISOString()}`
  const [counted] = await context.db
    .insert(throttles)
    .values({ key, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${isExpired} then 1 else ${throttles.count} + 1 end`,
        resetsAt: sql`case when ${isExpired} then excluded.resets_at else ${throttles.resetsAt} end`,
      },
    })
    .returning()
  return counted ?? { count: 1, resetsAt }
}

export async function clearThrottle(context: Context, ...keys: string[]) {
  await context.db.delete(throttles).where(inArray(throttles.key, keys))
}

const throttledError = ({ clock }: Context, { code = 'THROTTLED', userID }: Throttle, resetsAt: Date) =>
  new AppError(code, { retryAfter: Math.max(1, (resetsAt.getTime() - clock().getTime()) / 1000), userID })
