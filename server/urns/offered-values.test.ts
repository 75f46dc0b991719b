import { describe, expect, test } from 'vitest'
import { numbersFrom, offerValues, similarCodes, similarDates, similarEndings } from './offered-values.ts'

const datesFor = (right: string, last: string, seed: string) =>
  offerValues(right, similarDates(right, last, numbersFrom(seed)))
const seeds = Array.from({ length: 200 }, (_, index) => `seed ${index}`)

describe.each([
  ['a day long ago', '1932-05-14'],
  ['the last day of a leap February', '1932-02-29'],
  ['a recent day', '2026-03-01'],
  ['the last possible day', '2026-03-14'],
  ['a month', '1932-05'],
  ['a year', '1932'],
])('for %s', (_what, right) => {
  test('five dates of the same form are offered, with the right one and none in the future', () => {
    for (const seed of seeds.slice(0, 50)) {
      const dates = datesFor(right, '2026-03-14', seed)
      expect(new Set(dates)).toHaveLength(5)
      expect(dates).toContain(right)
      for (const date of dates) expect(date).toMatch(new RegExp(`^${right.replace(/\d/g, '\\d')}$`))
      expect(dates.every((date) => date <= '2026-03-14')).toBe(true)
    }
  })

  test('the offered dates are the same whichever of the five is right', () => {
    for (const seed of seeds.slice(0, 20)) {
      const dates = datesFor(right, '2026-03-14', seed)
      for (const other of dates) expect(datesFor(other, '2026-03-14', seed)).toEqual(dates)
    }
  })
})

test('the right date can be in each of the five positions', () => {
  const places = seeds.map((seed) => datesFor('1932-05-14', '2026-03-14', seed).indexOf('1932-05-14'))
  expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4]))
})

test('the same values are offered each time, so that comparing two answers shows nothing', () => {
  expect(datesFor('1932-05-14', '2026-03-14', 'a')).toEqual(datesFor('1932-05-14', '2026-03-14', 'a'))
  expect(datesFor('1932-05-14', '2026-03-14', 'b')).not.toEqual(datesFor('1932-05-14', '2026-03-14', 'a'))
})

test('other endings of an NRIC have digits and letters where the right one has them', () => {
  const endings = offerValues('567A', similarEndings('567A', numbersFrom('a')))
  expect(endings).toHaveLength(5)
  expect(endings.every((ending) => /^\d{3}[A-Z]$/.test(ending))).toBe(true)
})

test.each([
  ['CR 12345/26', /^CR \d{5}\/26$/],
  ['C-77', /^C-\d{2}$/],
  ['KEPT', /^[A-Z]{4}$/],
])('other certificate numbers than %s look like it', (right, form) => {
  const codes = offerValues(right, similarCodes(right, numbersFrom('a')))
  expect(codes).toHaveLength(5)
  for (const code of codes) expect(code).toMatch(form)
})
