import { expect, test } from 'vitest'
import { choicesFor, nextAnniversary } from './anniversary.ts'
import type { RemembranceChoice } from './remembrance.ts'

const solar = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' } as const
const lunar = { ...solar, calendar: 'lunar' } as const
const later = { shortMonth: 'later' } as const
const leap = { leapMonth: 'leap' } as const

test.each<[string, string, RemembranceChoice, string, string | undefined]>([
  ['on the same day of the next year', '2025-03-14', solar, '2025-03-15', '2026-03-14'],
  ['on that day itself', '2020-03-14', solar, '2026-03-14', '2026-03-14'],
  ['not on the day of the death', '2026-03-14', solar, '2026-03-14', '2027-03-14'],
  ['many years later', '1950-12-31', solar, '2026-01-01', '2026-12-31'],
  ['29 February in a leap year', '2020-02-29', solar, '2028-01-01', '2028-02-29'],
  ['29 February in another year, a day earlier', '2020-02-29', solar, '2026-01-01', '2026-02-28'],
  ['29 February in another year, a day later', '2020-02-29', { ...solar, ...later }, '2026-01-01', '2026-03-01'],
  ['the first lunar day', '2025-01-29', lunar, '2025-02-01', '2026-02-17'],
  ['the lunar year that has begun in the year before', '2025-01-20', lunar, '2026-01-01', '2026-02-08'],
  ['not the day of the death, by the lunar calendar', '2026-02-17', lunar, '2026-02-17', '2027-02-06'],
  ['a 30th day in a year in which the month has 30', '2025-02-27', lunar, '2026-01-01', '2026-03-18'],
  ['a 30th day in a year in which the month has 29, earlier', '2024-07-05', lunar, '2024-08-01', '2025-06-24'],
  ['a leap month in a year without it', '2025-08-01', lunar, '2025-09-01', '2026-07-21'],
  [
    'a leap month in a year without it, if leap months are chosen',
    '2025-08-01',
    { ...lunar, ...leap },
    '2025-09-01',
    '2026-07-21',
  ],
  [
    'a 30th day in a year in which the month has 29, later',
    '2024-07-05',
    { ...lunar, ...later },
    '2024-08-01',
    '2025-06-25',
  ],
  ['the ordinary month in a year with the same leap month', '2025-08-01', lunar, '2036-01-01', '2036-07-01'],
  ['the leap month in a year with the same one', '2025-08-01', { ...lunar, ...leap }, '2036-01-01', '2036-07-30'],
  ['beyond the table', '2025-08-01', lunar, '2101-06-01', undefined],
  ['a death before the table', '1900-08-01', lunar, '2026-01-01', undefined],
])('the next anniversary: %s', (_, died, choice, from, day) => {
  expect(nextAnniversary(died, choice, from)).toBe(day)
})

test('a family is asked only what makes a difference for its day', () => {
  expect(choicesFor('2025-03-14')).toEqual({
    hasLunarDate: true,
    isInLeapMonth: false,
    isShort: { solar: false, lunar: false },
  })
  expect(choicesFor('2025-08-01')).toMatchObject({ isInLeapMonth: true })
  expect(choicesFor('2020-02-29').isShort.solar).toBe(true)
  expect(choicesFor('2025-02-27').isShort.lunar).toBe(true)
  expect(choicesFor('1900-03-14').hasLunarDate).toBe(false)
})
