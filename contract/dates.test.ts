import { expect, test } from 'vitest'
import { toDay, toTime } from './dates.ts'
import { formatWhen } from './words/when.ts'

test.each([
  ['2026-11-24T15:59:59.999Z', '2026-11-24', '23:59'],
  ['2026-11-24T16:00:00Z', '2026-11-25', '00:00'],
  ['2026-12-31T16:05:00Z', '2027-01-01', '00:05'],
])('in Singapore %s is %s, %s', (instant, day, time) => {
  expect([toDay(new Date(instant)), toTime(new Date(instant))]).toEqual([day, time])
})

test.each([
  ['2026-11-24T01:20:00Z', 'today, 09:20'],
  ['2026-11-23T15:59:00Z', 'yesterday, 23:59'],
  ['2026-11-22T15:59:00Z', '2 days ago'],
  ['2026-08-17T01:00:00Z', '99 days ago'],
  ['2026-08-16T01:00:00Z', '16 Aug 2026'],
  ['2026-11-24T16:00:00Z', '25 Nov 2026'],
])('on 24 November in Singapore, the instant %s is compared as: %s', (instant, words) => {
  expect(formatWhen(new Date(instant), new Date('2026-11-24T02:00:00Z'))).toBe(words)
})
