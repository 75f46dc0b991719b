import { expect, test, vi } from 'vitest'
import { followServerClock, serverDay, serverNow } from './server-clock.ts'

const follow = (aheadMs: number) => followServerClock(new Date(Date.now() - aheadMs).toUTCString())
const aheadNow = () => Math.round((Date.now() - serverNow().getTime()) / 10_000) * 10_000

test('a device whose clock is an hour fast goes by the server’s, also after its clock was corrected', () => {
  follow(3_600_000)
  expect(aheadNow()).toBe(3_600_000)
  followServerClock('Thu, 26 Nov 2026 15:59:00 GMT')
  expect(serverDay()).toBe('2026-11-26')
  follow(0)
  expect(aheadNow()).toBe(0)
})

test('a reply that took a while, or that names no time, changes nothing', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  follow(0)
  const before = Date.now() - serverNow().getTime()
  follow(3000)
  followServerClock(null)
  followServerClock('soon')
  expect(Date.now() - serverNow().getTime()).toBe(before)
  vi.useRealTimers()
})
