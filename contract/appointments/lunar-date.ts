import { addDays, dayMs } from '../dates.ts'
import { ordinal } from '../ordinal.ts'
import { spoken } from '../words/t.ts'

export interface LunarDate {
  /** The year in which the lunar year begins. */
  year: number
  month: number
  /** The second of two months with this number. */
  isLeap: boolean
  day: number
}

/**
 * The lunar years from 1901 to 2100, in hexadecimal. The first digit is 1 if the leap month has 30 days; then there is a bit for each
 * month of 30 days; the last digit is the leap month, 0 without one. Not from `Intl`: its calendar is a day off for some months whose new
 * moon is minutes from midnight. The test names them.
 */
const years = `
04ae0 0a570 054d5 0d260 0d950 16554 056a0 09ad0 055d2 04ae0 0a5b6 0a4d0 0d250 1d255 0b540 0d6a0 0ada2 095b0 14977 04970
0a4b0 0b4b5 06a50 06d40 1ab54 02b60 09570 052f2 04970 06566 0d4a0 0ea50 16a95 05ad0 02b60 186e3 092e0 1c8d7 0c950 0d4a0
1d8a6 0b550 056a0 1a5b4 025d0 092d0 0d2b2 0a950 0b557 06ca0 0b550 15355 04da0 0a5b0 14573 052b0 0a9a8 0e950 06aa0 0aea6
0ab50 04b60 0aae4 0a570 05260 0f263 0d950 05b57 056a0 096d0 04dd5 04ad0 0a4d0 0d4d4 0d250 0d558 0b540 0b6a0 195a6 095b0
049b0 0a974 0a4b0 0b27a 06a50 06d40 0af46 0ab60 09570 04af5 04970 064b0 074a3 0ea50 06b58 05ac0 0ab60 096d5 092e0 0c960
0d954 0d4a0 0da50 07552 056a0 0abb7 025d0 092d0 0cab5 0a950 0b4a0 0baa4 0ad50 055d9 04ba0 0a5b0 15176 052b0 0a930 07954
06aa0 0ad50 05b52 04b60 0a6e6 0a4e0 0d260 0ea65 0d530 05aa0 076a3 096d0 04afb 04ad0 0a4d0 1d0b6 0d250 0d520 0dd45 0b5a0
056d0 055b2 049b0 0a577 0a4b0 0aa50 1b255 06d20 0ada0 14b63 09370 049f8 04970 064b0 168a6 0ea50 06b20 1a6c4 0aae0 092e0
0d2e3 0c960 0d557 0d4a0 0da50 05d55 056a0 0a6d0 055d4 052d0 0a9b8 0a950 0b4a0 0b6a6 0ad50 055a0 0aba4 0a5b0 052b0 0b273
06930 07337 06aa0 0ad50 14b55 04b60 0a570 054e4 0d160 0e968 0d520 0daa0 16aa6 056d0 04ae0 0a9d4 0a2d0 0d150 0f252 0d520
`
const [firstYear, firstDay] = [1901, '1901-02-19']

interface LunarMonth extends Omit<LunarDate, 'day'> {
  starts: string
  days: number
}

const months = [...listMonths()]

function* listMonths(): Generator<LunarMonth> {
  let starts = firstDay
  for (const [index, code] of years.trim().split(/\s+/).entries()) {
    for (const { lengthBit, ...month } of monthsOfYear(Number.parseInt(code, 16))) {
      const days = lengthBit ? 30 : 29
      yield { ...month, year: firstYear + index, starts, days }
      starts = addDays(starts, days)
    }
  }
}

function monthsOfYear(code: number) {
  return Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => [
    { month, isLeap: false, lengthBit: code & (0x10000 >> month) },
    ...(month === (code & 15) ? [{ month, isLeap: true, lengthBit: code & 0x10000 }] : []),
  ])
}

/** Undefined before and after the years of the table. */
export function lunarDate(day: string): LunarDate | undefined {
  const found = months.findLast(({ starts }) => starts <= day)
  if (!found || day >= addDays(found.starts, found.days)) return undefined
  const { year, month, isLeap, starts } = found
  return { year, month, isLeap, day: (Date.parse(day) - Date.parse(starts)) / dayMs + 1 }
}

/** The lunar month in which this date lies. Undefined if the year has no such leap month, or is not in the table. */
export const findLunarMonth = ({ year, month, isLeap }: Omit<LunarDate, 'day'>): LunarMonth | undefined =>
  months.find((each) => each.year === year && each.month === month && each.isLeap === isLeap)

/** The first day of the lunar year that begins in this year. */
export const lunarNewYear = (year: string): string | undefined =>
  findLunarMonth({ year: Number(year), month: 1, isLeap: false })?.starts

/** `17th day of the 11th lunar month`. */
export const formatLunarDate = ({ day, ...month }: Omit<LunarDate, 'year'>): string =>
  spoken().lunar?.({ day, ...month }) ?? `${ordinal(day)} day of the ${formatLunarMonth(month)}`

export const formatLunarMonth = ({ month, isLeap }: Pick<LunarDate, 'month' | 'isLeap'>): string =>
  spoken().lunar?.({ month, isLeap }) ?? `${isLeap ? 'leap ' : ''}${ordinal(month)} lunar month`
