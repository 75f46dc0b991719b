import { isIsoDay } from '../dates.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** The same hours on every day of the week. */
export const everyDay = (hours: string) =>
  Object.fromEntries(weekdays.map((weekday) => [weekday, hours])) as Record<Weekday, string>

/** A hall gets a schedule without hours when somebody proposes a time there. */
export const hasHours = (hours: Record<Weekday, string> | null) => hours !== null && Object.values(hours).some(Boolean)

/** Times in Singapore: `09:00` until `17:00`. */
export interface Period {
  from: string
  until: string
}

/** Periods such as `9:00-12:00, 13:00-17:00`. None for an empty text, undefined if it cannot be read. */
export function readHours(text: string): Period[] | undefined {
  const periods: Period[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (!part && text.trim() === '') continue
    const [, from, until] = /^(\d?\d:\d\d)\s*(?:-|–|to)\s*(\d?\d:\d\d)$/.exec(part) ?? []
    const period = { from: (from ?? '').padStart(5, '0'), until: (until ?? '').padStart(5, '0') }
    const earliest = periods.at(-1)?.until ?? '00:00'
    if (!isTime(period.from) || !isTime(period.until) || period.from >= period.until || period.from < earliest)
      return undefined
    periods.push(period)
  }
  return periods
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** One day on each line: `2026-12-25: closed` or `2026-12-24: 9:00-12:00`. Undefined if a line cannot be read. */
export function readExceptions(text: string): Map<string, Period[]> | undefined {
  const exceptions = new Map<string, Period[]>()
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line) continue
    const [, day = '', hours = ''] = /^([^\s:]+)\s*:\s*(.+)$/.exec(line) ?? []
    const periods = hours.toLowerCase() === 'closed' ? [] : readHours(hours)
    if (!isIsoDay(day) || !hours || !periods) return undefined
    exceptions.set(day, periods)
  }
  return exceptions
}
