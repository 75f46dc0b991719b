import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { Actor, Clock } from '#server/core/context.ts'
import { networkOf, siteOf } from '#server/http/client-network.ts'

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

/** Entries in a minute about one kind of refusal of one person, account or network. What is beyond any of these is only counted. */
const perMinute = 10
/** The limit of all refusals to one network. For IPv6 that is a /48, because one customer may have all its networks. */
const perSite = 20
/** The limit of all people who are signed in, and as much of all visitors: neither hides the other. */
const perGroup = 60
/** How many of a group are counted apart; beyond these, all others of a kind count as one. */
const mostCounted = 40
const minuteMs = 60_000

interface Counted {
  further: number
  last: Refusal
}

/** All that is refused in one minute. */
interface Minute {
  endsAt: number
  counted: Map<string, Counted>
  written: Map<string, number>
  timer: NodeJS.Timeout
}

/** Writes the first refusals of each minute one by one, and after the minute how many more there were: at most 204 entries, so that nobody fills the disk. */
export function createRefusalCounter(clock: Clock, write: (refusal: Refusal, furtherTimes?: number) => Promise<void>) {
  let current: Minute | undefined

  async function end() {
    const { counted, timer } = current ?? {}
    current = undefined
    clearTimeout(timer)
    for (const { last, further } of counted?.values() ?? []) if (further > 0) await write(last, further)
  }

  function begin(now: number): Minute {
    const timer = setTimeout(() => void end(), minuteMs).unref()
    return { endsAt: now + minuteMs, counted: new Map(), written: new Map(), timer }
  }

  async function add(refusal: Refusal) {
    const now = clock().getTime()
    if (current && now >= current.endsAt) await end()
    current ??= begin(now)
    const { counted } = current
    const kind = `${groupOf(refusal)} ${refusal.action}`
    const own = `${kind} ${refusal.actor?.userID ?? refusal.account ?? networkOf(refusal.address)}`
    const isCountedApart = counted.has(own) || countOf(counted, groupOf(refusal)) < mostCounted
    const key = isCountedApart ? own : `${kind} others`
    const about = counted.get(key) ?? { further: 0, last: refusal }
    counted.set(key, about)
    about.last = refusal
    if (takeRoom(current, key, refusal)) await write(refusal)
    else about.further += 1
  }

  return { add, flush: end }
}

const groupOf = ({ actor }: Refusal) => (actor ? 'people' : 'visitors')

const countOf = (counted: Map<string, Counted>, group: string) =>
  [...counted.keys()].filter((key) => key.startsWith(group)).length

function takeRoom({ written }: Minute, key: string, refusal: Refusal): boolean {
  const limits = [
    [key, perMinute],
    [`from ${siteOf(refusal.address)}`, perSite],
    [groupOf(refusal), perGroup],
  ] as const
  const hasRoom = limits.every(([name, limit]) => (written.get(name) ?? 0) < limit)
  if (hasRoom) for (const [name] of limits) written.set(name, (written.get(name) ?? 0) + 1)
  return hasRoom
}
