import { expect, test } from 'vitest'
import { publicHoliday, unknownHolidays } from './public-holidays.ts'

test.each([
  ['2026-02-17', 'Chinese New Year'],
  ['2026-02-18', 'Chinese New Year'],
  ['2026-03-21', 'Hari Raya Puasa'],
  ['2026-06-01', 'Vesak Day (in lieu)'],
  ['2026-11-09', 'Deepavali (in lieu)'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-12-24', undefined],
  ['2027-02-07', 'Chinese New Year'],
  ['2027-02-08', 'Chinese New Year (in lieu)'],
  ['2027-03-26', 'Good Friday'],
  ['2034-02-21', 'Chinese New Year (in lieu)'],
  ['2040-01-01', 'New Year’s Day'],
])('the public holiday on %s is %s', (day, name) => {
  expect(publicHoliday(day)).toBe(name)
})

test('holidays that are announced each year are known for the years of the table, and named as unknown for others', () => {
  expect(unknownHolidays('2026')).toEqual([])
  expect(unknownHolidays('2028')).toContain('Vesak Day')
})
