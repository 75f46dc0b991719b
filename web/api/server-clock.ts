import { toDay } from '#contract/dates.ts'

/** A reply tells the second in which it was sent, and takes a while to arrive. */
const toleranceMs = 5_000
let ahead = 0

/** Called with the `Date` header of each reply that comes from no cache. */
export function followServerClock(date: string | null) {
  const measured = Date.now() - Date.parse(date ?? '')
  if (Math.abs(measured - ahead) > toleranceMs) ahead = measured
}

/** Now by the clock of the server, which ends holds and tells days. That of a device may be wrong by hours. */
export const serverNow = () => new Date(Date.now() - ahead)

/** Today by the same clock, such as `2026-11-24`. */
export const serverDay = () => toDay(serverNow())
