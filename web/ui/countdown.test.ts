import { expect, test } from 'vitest'
import { formatTimeLeft } from './Countdown.tsx'

test.each([
  [0, '00 s'],
  [59, '59 s'],
  [60, '1 min 00 s'],
  [1805, '30 min 05 s'],
  [7260, '2 h 1 min'],
  [47 * 3600, '47 h 0 min'],
  [3 * 86_400 + 7200, '3 days 2 h'],
])('a countdown of %i seconds shows %s', (seconds, words) => {
  expect(formatTimeLeft(seconds)).toBe(words)
})
