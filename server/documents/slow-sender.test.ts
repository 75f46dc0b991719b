import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSpeed } from './read-multipart.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The seconds for which a sender keeps its place if it sends `bytesIn(second)` in each of the first 120 seconds. */
function secondsBeforeSlow(bytesIn: (second: number) => number): number {
  let arrived = 0
  let slow = false
  const stop = watchSpeed(
    () => arrived,
    () => {
      slow = true
    },
  )
  let second = 0
  for (; second < 120 && !slow; second++) {
    arrived += bytesIn(second)
    vi.advanceTimersByTime(1000)
  }
  stop()
  return second
}

test.each([
  ['1 kB a second', () => 1000, 120],
  ['a little less than 1 kB a second', () => 999, 20],
  ['nothing', () => 0, 20],
  ['one byte a second', () => 1, 20],
  ['bursts with pauses of 15 s', (second: number) => (second % 15 === 0 ? 20_000 : 0), 120],
  ['5 MB at once, then one byte a second', (second: number) => (second === 0 ? 5_000_000 : 1), 21],
  ['quickly for a minute, then one byte a second', (second: number) => (second < 60 ? 100_000 : 1), 80],
])('a sender of %s keeps its place for the expected time', (_what, bytesIn, seconds) => {
  expect(secondsBeforeSlow(bytesIn)).toBe(seconds)
})
