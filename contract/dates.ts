/** Days are ISO strings (`2026-03-14`) in Singapore time. */
export const dayMs = 24 * 3_600_000

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** The date is computed, because the order in which a browser writes it depends on its locale data: for `en-CA`, some write 11/26/2026. */
const inSingapore = (instant: Date) => new Date(instant.getTime() + 8 * 3_600_000).toISOString()
export const toDay = (instant: Date): string => inSingapore(instant).slice(0, 10)
export const toTime = (instant: Date): string => inSingapore(instant).slice(11, 16)

/** The instant of a time of day in Singapore, such as `09:30`. */
export const toInstant = (day: string, time: string): Date => new Date(`${day}T${time}:00+08:00`)

/** The same day of another month, or that month's last day if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const all = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(all / 12), (all % 12) + 1]
  return [toYear, toMonth, Math.min(date, daysIn(toYear, toMonth))]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Day 0 of the next month is the last day of this one. */
export const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
export const isSunday = (day: string): boolean => weekdayOf(day) === 6

/** False for days that do not exist, such as `2026-02-30`. */
export function isIsoDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** `2026-03-14` becomes `14 Mar 2026`. */
export const formatDay = (day: string): string => {
  const parts = dayFormat.formatToParts(new Date(`${day.slice(0, 10)}T00:00:00Z`))
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('day')} ${part('month').slice(0, 3)} ${part('year')}`
}

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })

/** `2026-03-14` becomes `Saturday, 14 Mar 2026`. */
export const formatWeekday = (day: string): string =>
  `${weekdayFormat.format(new Date(`${day}T00:00:00Z`))}, ${formatDay(day)}`

/** An instant in Singapore time: `14 Mar 2026, 14:05`. */
export const formatDateTime = (instant: Date | string): string => {
  const date = new Date(instant)
  return `${formatDay(toDay(date))}, ${toTime(date)}`
}
