import { addDays, dayMs } from '../dates.ts'
import { ordinal } from '../ordinal.ts'

export interface LunarDate {
  month: number
  /** The second of two months with this number. */
  isLeap: boolean
  day: number
}

/**
 * The first day of each lunar year, a `1` for each month of 30 days and a `0` for 29, and which month comes twice. Not from `Intl`: its
 * calendar is a day off for a month after two new years, in 2027 and 2030, whose new moon is minutes from midnight.
 */
const years: readonly (readonly [starts: string, months: string, leapMonth?: number])[] = [
  ['2025-01-29', '1010010101110', 6],
  ['2026-02-17', '101001001110'],
  ['2027-02-06', '110100100110'],
  ['2028-01-26', '1110100100110', 5],
  ['2029-02-13', '110101010011'],
  ['2030-02-03', '010110101010'],
  ['2031-01-23', '0110101101010', 3],
  ['2032-02-11', '100101101101'],
  ['2033-01-31', '0100101011101', 11],
  ['2034-02-19', '010010101101'],
  ['2035-02-08', '101001001101'],
]

/** Undefined before and after the years of the table. */
export function lunarDate(day: string): LunarDate | undefined {
  const [starts, months, leapMonth = 0] = years.findLast(([starts]) => starts <= day) ?? ['', '']
  let monthStarts = starts
  for (const [index, length] of [...months].entries()) {
    const next = addDays(monthStarts, length === '1' ? 30 : 29)
    if (day < next) {
      const isAfterLeap = leapMonth > 0 && index >= leapMonth
      return {
        month: isAfterLeap ? index : index + 1,
        isLeap: leapMonth > 0 && index === leapMonth,
        day: daysBetween(monthStarts, day) + 1,
      }
    }
    monthStarts = next
  }
  return undefined
}

/** The first day of the lunar year that begins in this year. */
export const lunarNewYear = (year: string): string | undefined => years.find(([starts]) => starts.startsWith(year))?.[0]

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / dayMs

/** `17th day of the 11th lunar month`. */
export const formatLunarDate = ({ day, ...month }: LunarDate): string =>
  `${ordinal(day)} day of the ${formatLunarMonth(month)}`

export const formatLunarMonth = ({ month, isLeap }: Omit<LunarDate, 'day'>): string =>
  `${isLeap ? 'leap ' : ''}${ordinal(month)} lunar month`
