import { afterEach, expect, test, vi } from 'vitest'
import { logOutage } from './log-outage.ts'

afterEach(() => vi.useRealTimers())

test('a failure that repeats is logged at once, and then once a minute with the number of those between', () => {
  vi.useFakeTimers()
  const log = { warn: vi.fn(), error: vi.fn() }
  const fail = (job?: string) => logOutage(log, 'warn', 'database unavailable', { err: 'refused', ...(job && { job }) })
  for (let second = 0; second < 61; second++) {
    fail()
    vi.advanceTimersByTime(1000)
  }
  fail('sweeper')
  expect(log.warn.mock.calls).toEqual([
    [{ err: 'refused' }, 'database unavailable'],
    [{ err: 'refused', unlogged: 59 }, 'database unavailable'],
    [{ err: 'refused', job: 'sweeper' }, 'database unavailable'],
  ])
})
