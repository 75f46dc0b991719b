import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { findLunarMonth, formatLunarDate, lunarDate } from './lunar-date.ts'
import { daysOfTable, listUnnamedDifferences, namedDifferences } from './lunar-differences.ts'

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

test('the table differs from the calendar of ICU at most in the named periods', () => {
  const inIntl = daysOfTable.map((day) => formatter.format(new Date(`${day}T00:00:00Z`)))
  expect(listUnnamedDifferences(daysOfTable, inIntl)).toEqual([])
})

test.each(Object.entries(namedDifferences))('on %s the table is right where ICU is not', (day, [, words]) => {
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
