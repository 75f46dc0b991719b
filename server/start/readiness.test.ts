import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/core/log.ts'
import type { Database } from '#server/ports/database.ts'
import { createReadiness } from './readiness.ts'

const newest = 1_700_000_000_000

/** The parts of a database that readiness asks for. */
let writes: number
let secondsAhead: number
let tryWriting: () => Promise<number>
let logged: { level: number; msg: string; seconds?: number; err?: { message: string } }[]
let readiness: ReturnType<typeof createReadiness>

beforeEach(() => {
  vi.useFakeTimers()
  writes = 0
  secondsAhead = 0
  tryWriting = async () => newest
  logged = []
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) })
  const database = {
    secondsAhead: () => secondsAhead,
    tryWriting: () => {
      writes += 1
      return tryWriting()
    },
  } as Database
  readiness = createReadiness(database, log, () => newest)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
/** Asks every second, as the server does, for so many seconds. */
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
  expect([await Promise.all(answers), writes]).toEqual([[true, true, true], 1])
  await pass(0.5)
  await readiness.isReady()
  expect(writes).toBe(2)
})

test('a failure is logged as an error once while it lasts, and so is its end', async () => {
  await lookFor(3)
  tryWriting = () => Promise.reject(new Error('no room left'))
  await lookFor(60)
  expect(await readiness.isReady()).toBe(false)
  tryWriting = async () => newest
  await lookFor(3)
  expect(logged.map(({ level, msg, err }) => [level, msg, err?.message])).toEqual([
    [50, 'not ready: the database cannot be used', 'no room left'],
    [30, 'ready again', undefined],
  ])
})

test('a database that says nothing for five seconds is a failure, and is not asked again before it answers', async () => {
  tryWriting = () => new Promise(() => undefined)
  const first = readiness.isReady()
  await pass(4.9)
  expect(logged).toEqual([])
  await pass(0.1)
  await lookFor(5)
  expect([await first, await readiness.isReady(), writes]).toEqual([false, false, 1])
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([[50, 'not ready: the database cannot be used']])
})

test.each([
  ['53100', 'the disk of the database is full'],
  ['25006', 'the database is read-only'],
  ['42P01', 'the database lacks a migration of this version: restart this version, or run the migrate command'],
  ['08006', 'the database cannot be used'],
])('a database that answers %s is not ready, because %s', async (code, words) => {
  tryWriting = () => Promise.reject(Object.assign(new Error('refused'), { code }))
  expect(await readiness.isReady()).toBe(false)
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([[50, `not ready: ${words}`]])
})

test('a server is not ready while a migration of its version is missing, and ready with newer ones', async () => {
  tryWriting = async () => newest - 1
  expect(await readiness.isReady()).toBe(false)
  expect(logged[0]?.msg).toContain('lacks a migration')
  tryWriting = async () => newest + 1
  await pass(1)
  expect(await readiness.isReady()).toBe(true)
})

test.each([11, -11])('a clock that is %d seconds off is logged as an error, once', async (seconds) => {
  secondsAhead = seconds
  await lookFor(5)
  expect(await readiness.isReady()).toBe(false)
  expect(logged.map(({ level, msg, seconds }) => [level, msg, seconds])).toEqual([
    [
      50,
      'not ready: the clock of this machine differs from that of the database, so this server runs no periodic job until it is right',
      seconds,
    ],
  ])
})

test('a clock that is ten seconds off is right enough', async () => {
  secondsAhead = -10
  expect([await readiness.isReady(), logged]).toEqual([true, []])
})
