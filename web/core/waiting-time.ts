import { counted } from '#contract/counted.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Waiting time in its largest unit only, because clerks compare rows and do not need minutes. */
export function waitingTime(since: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(since))
  if (passed < hour) return counted(Math.floor(passed / minute), 'minute')
  if (passed < 2 * day) return counted(Math.floor(passed / hour), 'hour')
  return counted(Math.floor(passed / day), 'day')
}
