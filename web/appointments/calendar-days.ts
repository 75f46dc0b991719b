import type { BookingAppointment } from '#contract/appointments/api.ts'
import { spokenWeekday } from '#contract/appointments/appointment.ts'
import { formatLunarDate, formatLunarMonth, lunarDate } from '#contract/appointments/lunar-date.ts'
import { publicHoliday, unknownHolidays } from '#contract/appointments/public-holidays.ts'
import { addDays, dayMs, weekdayOf } from '#contract/dates.ts'
import { spoken, t, translate } from '#contract/words/t.ts'

export type Offer = Pick<BookingAppointment, 'days' | 'period'>

/** Five weeks, so that the end of a month also shows days of the next one. */
export const daysShown = 35

/**
 * The five weeks in which the day is shown, each from Monday. Counted from the week of the first day that can be
 * chosen, not from the beginning of a month.
 */
export function weeksWith(day: string, { from }: Offer['period']): string[][] {
  const monday = mondayOf(from)
  const turns = Math.floor((Date.parse(day) - Date.parse(monday)) / dayMs / daysShown)
  const first = addDays(monday, turns * daysShown)
  return Array.from({ length: daysShown / 7 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(first, week * 7 + weekday)),
  )
}

const mondayOf = (day: string) => addDays(day, -weekdayOf(day))

/** The day that a key moves to, within the weeks of the period. Undefined for other keys. */
export function dayForKey(day: string, key: string, period: Offer['period']): string | undefined {
  const next = dayAfterKey(day, key)
  return next && withinWeeks(next, period)
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
      return mondayOf(day)
    case 'End':
      return addDays(mondayOf(day), 6)
    case 'PageUp':
      return addDays(day, -daysShown)
    case 'PageDown':
      return addDays(day, daysShown)
  }
  return undefined
}

/** The nearest day in the weeks that the period touches. */
export function withinWeeks(day: string, { from, until }: Offer['period']): string {
  const first = mondayOf(from)
  const last = addDays(mondayOf(until), 6)
  if (day < first) return first
  return day > last ? last : day
}

/** For example `3 free times`, or why there are none. */
export function availability(day: string, { days, period }: Offer): string {
  const free = days.find((each) => each.day === day)?.times.length ?? 0
  if (free > 0) return free === 1 ? t`1 free time` : t`${free} free times`
  if (day < period.from) return t`cannot be chosen`
  if (day > period.until) return t`cannot be chosen yet`
  return period.closed.includes(day) ? t`closed` : t`no free times`
}

function holidayOn(day: string): string | undefined {
  const holiday = publicHoliday(day)
  return holiday && translate(holiday)
}

/** The public holiday and the lunar date of a day, as far as they are known. */
export function aboutDay(day: string): string[] {
  const lunar = lunarDate(day)
  return [holidayOn(day), lunar && formatLunarDate(lunar)].filter((words) => words !== undefined)
}

/** `Friday, 25 Dec 2026, 3 free times, Christmas Day, 17th day of the 11th lunar month`. */
export const describeDay = (day: string, offer: Offer): string =>
  [spokenWeekday(day), availability(day, offer), ...aboutDay(day)].join(', ')

/** What the small marks of these days mean: holidays, and where a lunar month begins. */
export function notesOf(days: readonly string[]): string[] {
  const notes = days.flatMap((day) => {
    const holiday = holidayOn(day)
    const lunar = lunarDate(day)
    return [
      ...(holiday ? [t`${spoken().day(day)}: ${holiday}`] : []),
      ...(lunar?.day === 1 ? [t`${spoken().day(day)}: the ${formatLunarMonth(lunar)} begins`] : []),
    ]
  })
  const unknown = new Set(days.flatMap((day) => unknownHolidays(day.slice(0, 4))))
  return unknown.size > 0
    ? [...notes, t`Not marked, because their days are announced later: ${[...unknown].map(translate).join(', ')}`]
    : notes
}
