import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { findLunarMonth, formatLunarDate, lunarDate } from './lunar-date.ts'

test.each([
  ['2026-02-16', '29th day of the 12th lunar month'],
  ['2026-02-17', '1st day of the 1st lunar month'],
  ['2026-12-25', '17th day of the 11th lunar month'],
  ['2027-02-05', '29th day of the 12th lunar month'],
  ['2027-02-06', '1st day of the 1st lunar month'],
  ['2025-07-24', '30th day of the 6th lunar month'],
  ['2025-07-25', '1st day of the leap 6th lunar month'],
  ['2025-08-23', '1st day of the 7th lunar month'],
  ['2033-12-22', '1st day of the leap 11th lunar month'],
  ['2034-01-20', '1st day of the 12th lunar month'],
  ['1901-02-18', undefined],
  ['1901-02-19', '1st day of the 1st lunar month'],
  ['2101-01-28', '29th day of the 12th lunar month'],
  ['2101-01-29', undefined],
])('the lunar date of %s is the %s', (day, words) => {
  const date = lunarDate(day)
  expect(date && formatLunarDate(date)).toBe(words)
})

test('the years of the table follow one another without a gap or an overlap', () => {
  for (let day = '1901-02-19'; day < '2101-01-29'; day = addDays(day, 1)) {
    const [today, tomorrow] = [lunarDate(day), lunarDate(addDays(day, 1))]
    if (!today) throw new Error(`${day} has no lunar date`)
    if (tomorrow && tomorrow.day !== 1) expect({ ...tomorrow, day: tomorrow.day - 1 }, day).toEqual(today)
    else expect(today.day, day).toBeGreaterThanOrEqual(29)
    if (tomorrow?.month === 1 && tomorrow.day === 1) expect(today.month, day).toBe(12)
  }
})

const formatter = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })

/** `6bis/1` for the first day of a leap month. */
const inIntl = (day: string) => formatter.format(new Date(`${day}T00:00:00Z`))
const inTable = (day: string) => {
  const date = lunarDate(day)
  return date && `${date.month}${date.isLeap ? 'bis' : ''}/${date.day}`
}

/** The first and last days of the periods in which both differ. */
function listDifferences() {
  const periods: [string, string][] = []
  for (let day = '1901-02-19'; day < '2101-01-29'; day = addDays(day, 1)) {
    if (inIntl(day) === inTable(day)) continue
    const last = periods.at(-1)
    if (last?.[1] === addDays(day, -1)) last[1] = day
    else periods.push([day, day])
  }
  return periods
}

/**
 * Where ICU 78 differs, and how the tables of the Hong Kong Observatory have it. ICU puts three leap months a month or two late, and takes new moons that
 * are minutes from midnight for those of the other day.
 */
const differences: Record<string, [until: string, firstDay: string]> = {
  '1917-03-23': ['1917-05-20', '1st day of the leap 2nd lunar month'],
  '1922-06-25': ['1922-08-22', '1st day of the leap 5th lunar month'],
  '1954-02-03': ['1954-03-04', '1st day of the 1st lunar month'],
  '1955-02-22': ['1955-03-23', '1st day of the 2nd lunar month'],
  '1987-07-26': ['1987-09-22', '1st day of the leap 6th lunar month'],
  '1999-01-17': ['1999-02-15', '1st day of the 12th lunar month'],
  '2012-08-17': ['2012-09-15', '1st day of the 7th lunar month'],
  '2018-11-07': ['2018-12-06', '30th day of the 9th lunar month'],
  '2027-02-06': ['2027-03-07', '1st day of the 1st lunar month'],
  '2030-02-02': ['2030-03-03', '30th day of the 12th lunar month'],
  '2070-03-12': ['2070-04-10', '1st day of the 2nd lunar month'],
}

test('the table differs from the calendar of ICU at most in the named periods', () => {
  const unnamed = listDifferences().filter(([from, until]) => differences[from]?.[0] !== until)
  expect(unnamed).toEqual([])
})

test.each(Object.entries(differences))('on %s the table is right where ICU is not', (day, [, words]) => {
  const date = lunarDate(day)
  expect(date && formatLunarDate(date)).toBe(words)
})

test('the first day of a month is found by its year and number, and a leap month only in years that have it', () => {
  expect(findLunarMonth({ year: 2025, month: 6, isLeap: true })).toMatchObject({ starts: '2025-07-25', days: 29 })
  expect(findLunarMonth({ year: 2026, month: 6, isLeap: true })).toBeUndefined()
  expect(findLunarMonth({ year: 2101, month: 1, isLeap: false })).toBeUndefined()
})

test('every day is found again by its lunar date', () => {
  for (let day = '1901-02-19'; day < '2101-01-29'; day = addDays(day, 17)) {
    const date = lunarDate(day)
    const month = date && findLunarMonth(date)
    expect(month && addDays(month.starts, date.day - 1)).toBe(day)
  }
})
