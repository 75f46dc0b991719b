import { expect, test } from 'vitest'
import { numbersFrom, offerValues, similarCodes, similarDates } from './offered-values.ts'

const datesFor = (right: string, last: string, seed: string) =>
  offerValues(right, similarDates(right, last, numbersFrom(seed)))
const seeds = Array.from({ length: 200 }, (_, index) => `seed ${index}`)

test.each([
  ['a day long ago', '1932-05-14'],
  ['the last day of a leap February', '1932-02-29'],
  ['a recent day', '2026-03-01'],
  ['a month', '1932-05'],
  ['a year', '1932'],
])('for %s, five dates of the same form are offered, with the right one and none in the future', (_what, right) => {
  const all = seeds.map((seed) => datesFor(right, '2026-03-14', seed))
  for (const dates of all) {
    expect(new Set(dates)).toHaveLength(5)
    expect(dates).toContain(right)
    for (const date of dates) expect(date).toMatch(right.replace(/\d/g, '').length === 0 ? /^\d{4}$/ : /^[\d-]+$/)
    expect(dates.every((date) => date.length === right.length && date <= '2026-03-14')).toBe(true)
  }
})

test('the right date is in each of the five places, also if it is recent', () => {
  for (const right of ['1932-05-14', '2026-02-20']) {
    const places = seeds.map((seed) => datesFor(right, '2026-03-14', seed).indexOf(right))
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4]))
  }
})

test('the same values are offered each time, so that comparing two answers shows nothing', () => {
  expect(datesFor('1932-05-14', '2026-03-14', 'a')).toEqual(datesFor('1932-05-14', '2026-03-14', 'a'))
  expect(datesFor('1932-05-14', '2026-03-14', 'b')).not.toEqual(datesFor('1932-05-14', '2026-03-14', 'a'))
})

test('other codes have digits and letters where the right one has them', () => {
  const codes = offerValues('567A', similarCodes('567A', numbersFrom('a')))
  expect(codes).toHaveLength(5)
  expect(codes.every((code) => /^\d{3}[A-Z]$/.test(code))).toBe(true)
})
