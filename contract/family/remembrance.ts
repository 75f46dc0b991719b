import { z } from 'zod'
import { findLunarMonth, lunarDate } from '../appointments/lunar-date.ts'
import { addDays, addMonths, formatDay } from '../dates.ts'
import { callsBelow } from '../endpoint.ts'
import { bookingID, bookingRef, withToken } from '../schema-parts.ts'

/** How long before an anniversary of a death we write. */
export const daysBeforeAnniversary = 30

export const calendars = ['solar', 'lunar'] as const

/** Whether an anniversary is a day earlier or later in a year without that day: 29 February, or the 30th of a lunar month. */
export const shortMonths = ['earlier', 'later'] as const

/** Of somebody who died in a leap month: each year in the month before it, or in the leap month of years that have the same one. */
export const leapMonths = ['ordinary', 'leap'] as const

export const RemembranceChoice = z.object({
  calendar: z.enum(calendars),
  leapMonth: z.enum(leapMonths),
  shortMonth: z.enum(shortMonths),
})
export type RemembranceChoice = z.infer<typeof RemembranceChoice>

/** The first anniversary from this day on. Undefined beyond the table of lunar years. */
export function nextAnniversary(died: string, choice: RemembranceChoice, from: string): string | undefined {
  const days =
    choice.calendar === 'solar' ? solarAnniversaries(died, choice, from) : lunarAnniversaries(died, choice, from)
  return days.find((day) => day !== undefined && day >= from)
}

/** Of the year of `from` and the two after it, as far as they are after the death. */
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

/** `23 Feb 2027, by the lunar calendar`. */
export const formatAnniversary = (day: string, { calendar }: Pick<RemembranceChoice, 'calendar'>) =>
  calendar === 'lunar' ? `${formatDay(day)}, by the lunar calendar` : formatDay(day)

export const Remembrance = z.object({
  /** The day of the death. Null if we do not write about this person: no day is known, or the urn is not with us. */
  died: z.string().nullable(),
  /** Null unless the holder has asked for it. */
  asked: RemembranceChoice.extend({ nextOn: z.string().nullable() }).nullable(),
})
export type Remembrance = z.infer<typeof Remembrance>

const { anyone, applicants } = callsBelow('/api/remembrance')

export const remembranceApi = {
  remembrance: applicants.get('of-booking', 'Whether you are reminded of the anniversary of a death', {
    query: bookingRef,
    reply: Remembrance,
  }),
  askRemembrance: applicants.post(
    'ask',
    'Be reminded of each anniversary of a death by a letter, thirty days before; also to choose another day',
    { body: RemembranceChoice.extend({ bookingID }) },
  ),
  endRemembrance: applicants.post('end', 'Not be reminded of the anniversary of a death any more', {
    body: bookingRef,
  }),
  endRemembranceByLink: anyone.post('end-by-link', 'The same, for whoever has the link in the letter', {
    body: withToken,
  }),
} as const
