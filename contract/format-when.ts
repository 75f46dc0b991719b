import { dayMs, formatClock, formatDay, toDay } from './dates.ts'

/** `today, 9.20 am`, `yesterday, 4.05 pm` or `3 days ago`; the date if it is more than 99 days ago or in the future. */
export function formatWhen(instant: Date, now: Date): string {
  const days = (Date.parse(toDay(now)) - Date.parse(toDay(instant))) / dayMs
  if (days < 0 || days > 99) return formatDay(toDay(instant))
  if (days > 1) return `${days} days ago`
  return `${days === 0 ? 'today' : 'yesterday'}, ${formatClock(instant, instant)}`
}
