import { expect, test } from 'vitest'
import { waitingTime } from './waiting-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:20Z', '0 minutes'],
  ['2026-11-21T11:59:00Z', '1 minute'],
  ['2026-11-21T11:00:01Z', '59 minutes'],
  ['2026-11-21T11:00:00Z', '1 hour'],
  ['2026-11-19T12:00:01Z', '47 hours'],
  ['2026-11-19T12:00:00Z', '2 days'],
  ['2025-11-21T12:00:00Z', '365 days'],
])('a booking made at %s has waited %s', (since, words) => {
  expect(waitingTime(since, now)).toBe(words)
})
