import type { AppError } from './errors.ts'

/**
 * Limits how much of something each person has open at once. Counts in this process, whose memory and connections it
 * protects, so with several replicas a person has as many times the limit.
 */
export function limitPerPerson(limit: number, refusal: () => AppError) {
  const openOf = new Map<string, number>()

  function release(userID: string) {
    const left = (openOf.get(userID) ?? 1) - 1
    if (left > 0) openOf.set(userID, left)
    else openOf.delete(userID)
  }

  /** Returns a function that gives the place back, to be called once. */
  return (userID: string): (() => void) => {
    const open = openOf.get(userID) ?? 0
    if (open >= limit) throw refusal()
    openOf.set(userID, open + 1)
    return () => release(userID)
  }
}
