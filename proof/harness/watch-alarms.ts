import { setTimeout as sleep } from 'node:timers/promises'
import type { Production } from './production.ts'

/** The time is longer than a replica takes to find out that its database says nothing. */
const answerWithinMs = 6000
const everyMs = 500

export interface Alarms {
  /** The names of the alarms since then, as in docs/OPERATING.md, each with the time at which it was first seen. */
  since: (begin: number) => Map<string, number>
  /** Resolves to the seconds from `begin` until an alarm of this kind is seen, or to nothing. */
  wait: (kind: RegExp, begin: number, forSeconds: number) => Promise<number | undefined>
  /** Resolves when a look at each replica has ended that began after this call: what is seen later has another cause. */
  settle: () => Promise<void>
  stop: () => void
}

/** Looks at what `deploy/alarms` look at: whether each replica is ready, and what it logs at level 50. */
export function watchAlarms({ replicas }: Production): Alarms {
  const seen: { at: number; name: string }[] = []
  const lastLooks = new Map(replicas.map(({ url }) => [url, 0]))
  let isOver = false
  for (const { url } of replicas) void watch(url)

  async function watch(url: string) {
    while (!isOver) {
      const at = performance.now()
      const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => undefined)
      if (!reply?.ok) seen.push({ at: performance.now(), name: reply ? 'NotReady' : 'ReplicaDown' })
      await reply?.arrayBuffer().catch(() => undefined)
      lastLooks.set(url, at)
      await sleep(Math.max(0, at + everyMs - performance.now()))
    }
  }

  const since = (begin: number) => {
    const logged = replicas.flatMap(({ logged }) => logged.map(({ at, message }) => ({ at, name: `Log: ${message}` })))
    const all = [...seen, ...logged].filter(({ at }) => at >= begin).toSorted((one, other) => other.at - one.at)
    return new Map(all.map(({ name, at }) => [name, at]))
  }
  return {
    since,
    wait: async (kind, begin, forSeconds) => {
      for (;;) {
        const [, at] = [...since(begin)].findLast(([name]) => kind.test(name)) ?? []
        if (at !== undefined) return (at - begin) / 1000
        if (performance.now() - begin > forSeconds * 1000) return undefined
        await sleep(100)
      }
    },
    settle: async () => {
      const begin = performance.now()
      while (Math.min(...lastLooks.values()) < begin) await sleep(50)
    },
    stop: () => {
      isOver = true
    },
  }
}
