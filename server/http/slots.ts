import type { AppError } from './errors.ts'

/** Runs the work when a slot is free, in order of arrival. If the caller has left by then, the work is never begun. */
export type InSlot = <T>(work: () => Promise<T>, caller?: Caller) => Promise<T>

/** The client of a context is one. */
export interface Caller {
  /** The time of `performance.now()` when the call began, if it has waited elsewhere before it came to this queue. */
  beganAt?: number | undefined
  left?: AbortSignal | undefined
}

interface Queue {
  /** The limit in each replica. Whoever comes then is refused, and so is whoever has waited for too long. */
  mostWaiting: number
  refusal: () => AppError
}

/**
 * nginx gives up a call after four seconds, and then leaves the replica out for ten. So whoever still waits this long after their call began
 * is refused before. Tests set more, because their machine may be slow.
 */
export const longestWait = { ms: 2_500 }

/** Without a queue, any number can wait for any time. This is for callers whose number is limited otherwise. */
export function createSlots(count: number, queue?: Queue): InSlot {
  let running = 0
  const waiting = new Set<() => void>()

  const wait = ({ beganAt = performance.now(), left }: Caller) =>
    new Promise<void>((begin, refuse) => {
      const timeLeft = beganAt + longestWait.ms - performance.now()
      if (queue && (waiting.size >= queue.mostWaiting || timeLeft <= 0)) return refuse(queue.refusal())
      const enter = () => {
        clearTimeout(timer)
        begin()
      }
      const giveUp = (reason: unknown) => {
        clearTimeout(timer)
        if (waiting.delete(enter)) refuse(reason)
      }
      const timer = queue && setTimeout(() => giveUp(queue.refusal()), timeLeft)
      left?.addEventListener('abort', () => giveUp(left.reason), { once: true })
      waiting.add(enter)
    })

  return async (work, { beganAt, left } = {}) => {
    left?.throwIfAborted()
    if (running >= count) await wait({ beganAt, left })
    else running += 1
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next && waiting.delete(next)) next()
      else running -= 1
    }
  }
}

/**
 * Parsing and serialising a thousand rows holds the event loop for some milliseconds, so calls of a long list take turns.
 * Others are answered in between, and a crowd that opens one list does not take every connection to the database.
 */
export const longListSlots = () => createSlots(2)

/**
 * Limits how much of something each person, or each network, has open at once. Counts in this process, whose memory and connections it
 * protects, so with several replicas a person has as many times the limit.
 */
export function limitPerPerson(limit: number, refusal: () => AppError) {
  const openOf = new Map<string, number>()

  function release(key: string) {
    const left = (openOf.get(key) ?? 1) - 1
    if (left > 0) openOf.set(key, left)
    else openOf.delete(key)
  }

  /** Returns a function that gives the place back, to be called once. */
  return (key: string): (() => void) => {
    const open = openOf.get(key) ?? 0
    if (open >= limit) throw refusal()
    openOf.set(key, open + 1)
    return () => release(key)
  }
}
