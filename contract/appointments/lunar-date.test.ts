import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { formatLunarDate, lunarDate } from './lunar-date.ts'

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
  ['2025-01-28', undefined],
  ['2036-01-28', undefined],
])('the lunar date of %s is the %s', (day, words) => {
  const date = lunarDate(day)
  expect(date && formatLunarDate(date)).toBe(words)
})

test('the years of the table follow one another without a gap or an overlap', () => {
  for (let day = '2025-01-29'; day < '2036-01-28'; day = addDays(day, 1)) {
    const [today, tomorrow] = [lunarDate(day), lunarDate(addDays(day, 1))]
    if (!today) throw new Error(`${day} has no lunar date`)
    if (tomorrow && tomorrow.day !== 1) expect({ ...tomorrow, day: tomorrow.day - 1 }, day).toEqual(today)
    else expect(today.day, day).toBeGreaterThanOrEqual(29)
    if (tomorrow?.month === 1 && tomorrow.day === 1) expect(today.month, day).toBe(12)
  }
})
