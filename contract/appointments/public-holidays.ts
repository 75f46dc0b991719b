import { addDays, isSunday } from '../dates.ts'
import { lunarNewYear } from './lunar-date.ts'

/** The holidays that are on the same day every year. */
const fixed: readonly (readonly [monthAndDay: string, name: string])[] = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['08-09', 'National Day'],
  ['12-25', 'Christmas Day'],
]

const goodFridays: readonly string[] = [
  '2026-04-03',
  '2027-03-26',
  '2028-04-14',
  '2029-03-30',
  '2030-04-19',
  '2031-04-11',
  '2032-03-26',
  '2033-04-15',
  '2034-04-07',
  '2035-03-23',
]

const announcedNames = ['Hari Raya Puasa', 'Hari Raya Haji', 'Vesak Day', 'Deepavali'] as const
type Announced = Record<(typeof announcedNames)[number], string>

/** The days that the Ministry of Manpower announces about half a year before each year begins. Add each year's once they are known. */
const announced: Partial<Record<string, Announced>> = {
  '2026': {
    'Hari Raya Puasa': '2026-03-21',
    'Hari Raya Haji': '2026-05-27',
    'Vesak Day': '2026-05-31',
    Deepavali: '2026-11-08',
  },
}

/** The name of the public holiday of Singapore on this day. It closes nothing: a hall is closed when its hours say so. */
export const publicHoliday = (day: string): string | undefined => holidaysOf(day.slice(0, 4)).get(day)

/** The holidays whose days in this year were not announced when this version was made. */
export const unknownHolidays = (year: string): readonly string[] => (announced[year] ? [] : announcedNames)

function holidaysOf(year: string): ReadonlyMap<string, string> {
  const newYear = lunarNewYear(year)
  const goodFriday = goodFridays.find((day) => day.startsWith(year))
  const days = new Map<string, string>([
    ...fixed.map(([monthAndDay, name]) => [`${year}-${monthAndDay}`, name] as const),
    ...(newYear ? [newYear, addDays(newYear, 1)].map((day) => [day, 'Chinese New Year'] as const) : []),
    ...(goodFriday ? [[goodFriday, 'Good Friday'] as const] : []),
    ...Object.entries(announced[year] ?? {}).map(([name, day]) => [day, name] as const),
  ])
  for (const [day, name] of [...days].filter(([day]) => isSunday(day)))
    days.set(nextWithout(days, day), `${name} (in lieu)`)
  return days
}

/** The next day that is no holiday itself: after a Chinese New Year on Sunday and Monday, Tuesday is free. */
function nextWithout(days: ReadonlyMap<string, string>, day: string): string {
  const next = addDays(day, 1)
  return days.has(next) ? nextWithout(days, next) : next
}
