import { expect, test } from 'vitest'
import { foldName } from '#contract/fold-name.ts'
import { matchesSearch, tabIn } from './booking-search.ts'

test('tabIn returns the current bookings for a missing or unknown tab', () => {
  expect([tabIn(null), tabIn('nonsense'), tabIn('archived')]).toEqual(['current', 'current', 'archived'])
})

test.each([
  ['', true],
  ['TAN ravi', true],
  ['th-1a-03-02', true],
  ['th1a0302 tan', true],
  ['th1a0303', false],
  ['tan lim', false],
])('a booking for niche TH-1A-03-02 is found by "%s": %s', (typed, found) => {
  const booking = {
    customerName: 'Tan Ah Kow',
    beneficiaryName: 'Ravi s/o Kumar',
    nicheCode: 'TH-1A-03-02',
    bookingID: 'B1',
  }
  expect(matchesSearch(booking, typed)).toBe(found)
})

test.each([
  ['陳', true],
  ['陈亚 lim', true],
  ['林', false],
])('a booking of Lim Ah Moy for Tan Ah Kow 陳亞九 is found by "%s": %s', (typed, found) => {
  const booking = {
    customerName: 'Lim Ah Moy',
    beneficiaryName: 'Tan Ah Kow 陳亞九',
    nicheCode: 'TH-1A-03-02',
    bookingID: 'B1',
  }
  expect(matchesSearch(booking, typed, foldName)).toBe(found)
})
