import { expect, test } from 'vitest'
import { formatClock } from './dates.ts'

test.each([
  ['2026-11-24T01:20:00Z', '9.20 am'],
  ['2026-11-24T04:05:00Z', '12.05 pm'],
  ['2026-11-24T15:59:00Z', '11.59 pm'],
  ['2026-11-24T16:00:00Z', '12.00 am on 25 Nov 2026'],
  ['2026-11-30T05:30:00Z', '1.30 pm on 30 Nov 2026'],
])('on 24 November in Singapore, the time %s is written as %s', (instant, clock) => {
  expect(formatClock(new Date(instant), new Date('2026-11-24T01:00:00Z'))).toBe(clock)
})
