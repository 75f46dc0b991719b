import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/core/log.ts'
import type { Database } from '#server/ports/database.ts'
import { createReadiness } from './readiness.ts'

/** As much of a database as readiness asks for. */
let pings: number
let secondsAhead: number
let ping: () => Promise<void>
let logged: { level: number; msg: string; seconds?: number; err?: { message: string } }[]
let readiness: ReturnType<typeof createReadiness>

beforeEach(() => {
  vi.useFakeTimers()
  pings = 0
  secondsAhead = 0
  ping = async () => undefined
  logged = []
  const database = {
    secondsAhead: () => secondsAhead,
    ping: () => {
      pings += 1
      return ping()
    },
  } as Database
  readiness = createReadiness(database, createLog('info', { write: (line) => logged.push(JSON.parse(line)) }))
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
/** As the server does, for so many seconds. */
async function lookFor(seconds: number) {
  for (let second = 0; second < seconds; second++) {
    void readiness.isReady()
    await pass(1)
  }
}

test('callers share what was found within a second', async () => {
  const answers = [readiness.isReady(), readiness.isReady()]
  await pass(0.5)
  answers.push(readiness.isReady())
  expect([await Promise.all(answers), pings]).toEqual([[true, true, true], 1])
  await pass(0.5)
  await readiness.isReady()
  expect(pings).toBe(2)
})

test('a failure is logged as an error once while it lasts, and so is its end', async () => {
  await lookFor(3)
  ping = () => Promise.reject(new Error('no room left'))
  await lookFor(60)
  expect(await readiness.isReady()).toBe(false)
  ping = async () => undefined
  await lookFor(3)
  expect(logged.map(({ level, msg, err }) => [level, msg, err?.message])).toEqual([
    [50, 'the database cannot be used, so this server is not ready', 'no room left'],
    [30, 'this server is ready again', undefined],
  ])
})

test('a database that says nothing for five seconds is a failure, and is not asked again before it answers', async () => {
  ping = () => new Promise(() => undefined)
  const first = readiness.isReady()
  await pass(4.9)
  expect(logged).toEqual([])
  await pass(0.1)
  await lookFor(5)
  expect([await first, await readiness.isReady(), pings]).toEqual([false, false, 1])
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'the database does not answer, so this server is not ready'],
  ])
})

test.each([11, -11])('a clock that is %d seconds off is logged as an error, once', async (seconds) => {
  secondsAhead = seconds
  await lookFor(5)
  expect(await readiness.isReady()).toBe(false)
  expect(logged.map(({ level, msg, seconds }) => [level, msg, seconds])).toEqual([
    [
      50,
      'the clock of this machine differs from that of the database: this server is not ready and runs no periodic job',
      seconds,
    ],
  ])
})

test('a clock that is ten seconds off is right enough', async () => {
  secondsAhead = -10
  expect([await readiness.isReady(), logged]).toEqual([true, []])
})
