import { dayMs, toDay, toTime } from '../dates.ts'
import { spoken, t } from './t.ts'

/** `today, 09:20`, `yesterday, 16:05` or `3 days ago`; the date if it is more than 99 days ago or in the future. */
export function formatWhen(instant: Date, now: Date): string {
  const days = (Date.parse(toDay(now)) - Date.parse(toDay(instant))) / dayMs
  if (days < 0 || days > 99) return spoken().day(toDay(instant))
  if (days > 1) return t`${days} days ago`
  return days === 0 ? t`today, ${toTime(instant)}` : t`yesterday, ${toTime(instant)}`
}
