import { expect, test } from 'vitest'
import { formatWhen } from './format-when.ts'

test.each([
  ['2026-11-24T01:20:00Z', 'today, 9.20 am'],
  ['2026-11-23T15:59:00Z', 'yesterday, 11.59 pm'],
  ['2026-11-22T15:59:00Z', '2 days ago'],
  ['2026-08-17T01:00:00Z', '99 days ago'],
  ['2026-08-16T01:00:00Z', '16 Aug 2026'],
  ['2026-11-24T16:00:00Z', '25 Nov 2026'],
])('on 24 November in Singapore, the instant %s is compared as: %s', (instant, words) => {
  expect(formatWhen(new Date(instant), new Date('2026-11-24T02:00:00Z'))).toBe(words)
})
