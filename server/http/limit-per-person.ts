import type { AppError } from './errors.ts'

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
