import { findLunarMonth, lunarDate } from '../appointments/lunar-date.ts'
import { addDays, addMonths } from '../dates.ts'
import type { RemembranceChoice } from './remembrance.ts'

/** The first anniversary from this day on. Undefined beyond the table of lunar years. */
export function nextAnniversary(died: string, choice: RemembranceChoice, from: string): string | undefined {
  const days =
    choice.calendar === 'solar' ? solarAnniversaries(died, choice, from) : lunarAnniversaries(died, choice, from)
  return days.find((day) => day !== undefined && day >= from)
}

/** In the years around `from`, as far as they are after the death. */
function solarAnniversaries(died: string, { shortMonth }: RemembranceChoice, from: string) {
  const years = yearsAround(from, Number(died.slice(0, 4)))
  return years.map((age) => {
    const day = addMonths(died, age * 12)
    return day.slice(8) < died.slice(8) && shortMonth === 'later' ? addDays(day, 1) : day
  })
}

function lunarAnniversaries(died: string, { leapMonth, shortMonth }: RemembranceChoice, from: string) {
  const date = lunarDate(died)
  if (!date) return []
  return yearsAround(from, date.year).map((age) => {
    const inYear = { ...date, year: date.year + age }
    const month = (leapMonth === 'leap' && findLunarMonth(inYear)) || findLunarMonth({ ...inYear, isLeap: false })
    if (!month) return undefined
    const day = shortMonth === 'earlier' ? Math.min(date.day, month.days) : date.day
    return addDays(month.starts, day - 1)
  })
}

/** How many years after the death; a lunar year begins up to seven weeks after the solar one. */
const yearsAround = (from: string, yearOfDeath: number) =>
  [-1, 0, 1, 2].map((more) => Number(from.slice(0, 4)) + more - yearOfDeath).filter((age) => age > 0)

/** What has to be chosen for somebody who died on this day. */
export function choicesFor(died: string) {
  const lunar = lunarDate(died)
  return {
    hasLunarDate: lunar !== undefined,
    isInLeapMonth: lunar?.isLeap === true,
    isShort: { solar: died.endsWith('-02-29'), lunar: lunar?.day === 30 },
  }
}
