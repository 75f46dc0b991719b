import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asks a database that reads its clock at that moment, this long before the answer arrives. */
function ask(clock: ReturnType<typeof createDatabaseClock>, time: number, { way = 0, back = 0 } = {}) {
  const askedAt = performance.now()
  vi.advanceTimersByTime(way + back)
  clock.adjust(time, askedAt)
}

test.each([hourMs, -hourMs])('the time is that of the database while the clock of the machine is %d ms off', (off) => {
  const database = createDatabaseClock()
  ask(database, noon - off)
  expect([database.clock().getTime(), database.secondsAhead()]).toEqual([noon - off, off / 1000])
})

test('the time goes on evenly when the clock of the machine is set to another time', () => {
  const database = createDatabaseClock()
  ask(database, noon)
  vi.setSystemTime(noon + hourMs)
  vi.advanceTimersByTime(1000)
  expect([database.clock().getTime(), database.secondsAhead()]).toEqual([noon + 1000, 3600])
})

test('an answer that takes long does not make the time less precise', () => {
  const database = createDatabaseClock()
  ask(database, noon)
  ask(database, noon + 50, { way: 50, back: 900 })
  expect(database.clock().getTime()).toBe(noon + 950)
})

test('the time follows a database whose clock is set, and never by more than an answer takes', () => {
  const database = createDatabaseClock()
  ask(database, noon)
  ask(database, noon - hourMs, { back: 10 })
  expect(database.clock().getTime()).toBeGreaterThanOrEqual(noon - hourMs)
  expect(database.clock().getTime()).toBeLessThanOrEqual(noon - hourMs + 10)
})
