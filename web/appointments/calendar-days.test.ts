import { expect, test } from 'vitest'
import { availability, dayForKey, describeDay, notesOf, weeksWith } from './calendar-days.ts'

const offer = {
  days: [
    { day: '2026-12-24', times: ['09:00'] },
    { day: '2026-12-25', times: ['09:00', '10:00'] },
  ],
  period: { from: '2026-11-26', until: '2027-01-23', closed: ['2026-12-26'] },
}

test.each([
  ['2026-11-26', '2026-11-23', '2026-12-27'],
  ['2026-12-27', '2026-11-23', '2026-12-27'],
  ['2026-12-28', '2026-12-28', '2027-01-31'],
])('%s is shown among five weeks from Monday, from %s to %s', (day, first, last) => {
  const weeks = weeksWith(day, offer.period)
  expect(weeks).toHaveLength(5)
  expect([weeks[0]?.[0], weeks[4]?.[6]]).toEqual([first, last])
})

test.each([
  ['2026-12-24', '1 free time'],
  ['2026-12-25', '2 free times'],
  ['2026-12-26', 'closed'],
  ['2026-12-28', 'no free times'],
  ['2026-11-25', 'cannot be chosen'],
  ['2027-01-24', 'cannot be chosen yet'],
])('on %s a family reads: %s', (day, words) => {
  expect(availability(day, offer)).toBe(words)
})

test('a day is described with its holiday and its lunar date', () => {
  expect(describeDay('2026-12-25', offer)).toBe(
    'Friday, 25 Dec 2026, 2 free times, Christmas Day, 17th day of the 11th lunar month',
  )
})

test.each([
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowLeft', '2026-12-01', '2026-11-30'],
  ['ArrowDown', '2026-12-25', '2027-01-01'],
  ['ArrowUp', '2026-11-26', '2026-11-23'],
  ['Home', '2026-12-25', '2026-12-21'],
  ['End', '2026-12-25', '2026-12-27'],
  ['PageDown', '2026-12-18', '2027-01-22'],
  ['PageDown', '2027-01-22', '2027-01-24'],
  ['PageUp', '2026-12-31', '2026-11-26'],
  ['a', '2026-12-25', undefined],
])('%s on %s moves to %s', (key, day, next) => {
  expect(dayForKey(day, key, offer.period)).toBe(next)
})

test('the notes of some days name their holidays, the lunar months that begin, and what is not known', () => {
  expect(notesOf(['2026-12-08', '2026-12-09', '2026-12-25'])).toEqual([
    '9 Dec 2026: the 11th lunar month begins',
    '25 Dec 2026: Christmas Day',
  ])
  expect(notesOf(['2029-03-01']).at(-1)).toContain('Hari Raya Puasa')
})
