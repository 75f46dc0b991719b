import type { BookingAppointment } from '#contract/appointments/api.ts'
import { formatLunarDate, formatLunarMonth, lunarDate } from '#contract/appointments/lunar-date.ts'
import { publicHoliday, unknownHolidays } from '#contract/appointments/public-holidays.ts'
import { addDays, formatDay, formatWeekday, weekdayOf } from '#contract/dates.ts'

export type Offer = Pick<BookingAppointment, 'days' | 'period'>

export const monthOf = (day: string) => day.slice(0, 7)

/** The days of a month in weeks that begin on Monday; nothing where a week reaches into another month. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`
  const weeks: (string | undefined)[][] = []
  for (let day = addDays(first, -daysSinceMonday(first)); day <= `${month}-31`; day = addDays(day, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(day, index))
    if (week.some((each) => monthOf(each) === month))
      weeks.push(week.map((each) => (monthOf(each) === month ? each : undefined)))
  }
  return weeks
}

const daysSinceMonday = (day: string) => (weekdayOf(day) + 6) % 7

export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const wanted = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
  const last =
    weeksOf(wanted)
      .flat()
      .findLast((each) => each !== undefined) ?? `${wanted}-28`
  const same = `${wanted}-${day.slice(8)}`
  return same < last ? same : last
}

/** The day that a key moves to, within the months of the period. Undefined for other keys. */
export function dayForKey(day: string, key: string, period: Offer['period']): string | undefined {
  const next = dayAfterKey(day, key)
  return next && withinMonths(next, period)
}

function dayAfterKey(day: string, key: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -daysSinceMonday(day))
    case 'End':
      return addDays(day, 6 - daysSinceMonday(day))
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
  }
  return undefined
}

/** The nearest day in the months that the period touches. */
export function withinMonths(day: string, { from, until }: Offer['period']): string {
  const first = `${monthOf(from)}-01`
  const last = addDays(addMonths(`${monthOf(until)}-01`, 1), -1)
  if (day < first) return first
  return day > last ? last : day
}

/** For example `3 free times`, or why there are none. */
export function availability(day: string, { days, period }: Offer): string {
  const free = days.find((each) => each.day === day)?.times.length ?? 0
  if (free > 0) return free === 1 ? '1 free time' : `${free} free times`
  if (day < period.from) return 'cannot be chosen'
  if (day > period.until) return 'cannot be chosen yet'
  return period.closed.includes(day) ? 'closed' : 'no free times'
}

/** The public holiday and the lunar date of a day, as far as they are known. */
export function aboutDay(day: string): string[] {
  const lunar = lunarDate(day)
  return [publicHoliday(day), lunar && formatLunarDate(lunar)].filter((words) => words !== undefined)
}

/** `Friday, 25 Dec 2026, 3 free times, Christmas Day, 17th day of the 11th lunar month`. */
export const describeDay = (day: string, offer: Offer): string =>
  [formatWeekday(day), availability(day, offer), ...aboutDay(day)].join(', ')

/** What the small marks of a month mean: its holidays, and where a lunar month begins. */
export function notesOf(month: string): string[] {
  const days = weeksOf(month)
    .flat()
    .filter((day) => day !== undefined)
  const notes = days.flatMap((day) => {
    const holiday = publicHoliday(day)
    const lunar = lunarDate(day)
    return [
      ...(holiday ? [`${formatDay(day)}: ${holiday}`] : []),
      ...(lunar?.day === 1 ? [`${formatDay(day)}: the ${formatLunarMonth(lunar)} begins`] : []),
    ]
  })
  const unknown = unknownHolidays(month.slice(0, 4))
  return unknown.length > 0
    ? [...notes, `Not marked, because their days are announced later: ${unknown.join(', ')}`]
    : notes
}
