import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { Actor, Clock } from '#server/core/context.ts'
import { networkOf } from '#server/http/client-network.ts'

export interface Refusal {
  action: AuditAction
  actor: Actor | undefined
  /** The account that somebody tries to sign in to. */
  account: string | undefined
  address: string
  requestID: string
  call: string
  code: string
}

/** Per person and action, for visitors per network. More than this are counted, so that they cannot fill the disk. */
const perMinute = 10
/** Beyond these, all further visitors count as one. */
const mostCounted = 200
const minute = 60_000

interface Minute {
  endsAt: number
  count: number
  last: Refusal
  timer: NodeJS.Timeout
}

/** Writes the first refusals of each minute one by one, and after the minute how many more there were. */
export function createRefusalCounter(clock: Clock, write: (refusal: Refusal, furtherTimes?: number) => Promise<void>) {
  const minutes = new Map<string, Minute>()

  async function end(key: string) {
    const ended = minutes.get(key)
    if (!ended) return
    minutes.delete(key)
    clearTimeout(ended.timer)
    if (ended.count > perMinute) await write(ended.last, ended.count - perMinute)
  }

  async function add(refusal: Refusal) {
    const who = refusal.actor?.userID ?? refusal.account ?? networkOf(refusal.address)
    const own = `${refusal.action} ${who}`
    const key = minutes.has(own) || minutes.size < mostCounted ? own : `${refusal.action} others`
    const now = clock().getTime()
    if (now >= (minutes.get(key)?.endsAt ?? now)) await end(key)
    const current = minutes.get(key) ?? begin(key, refusal, now + minute)
    current.count += 1
    current.last = refusal
    if (current.count <= perMinute) await write(refusal)
  }

  function begin(key: string, last: Refusal, endsAt: number): Minute {
    const timer = setTimeout(() => void end(key), minute).unref()
    const begun = { endsAt, count: 0, last, timer }
    minutes.set(key, begun)
    return begun
  }

  const flush = async () => {
    for (const key of [...minutes.keys()]) await end(key)
  }
  return { add, flush }
}
