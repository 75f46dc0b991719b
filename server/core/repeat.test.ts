import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { type RunningJob, repeat } from './repeat.ts'

let job: RunningJob
/** One for each run, in order; calling it ends that run. */
let ends: ((outcome: boolean | Error) => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  ends = []
})
afterEach(async () => {
  ends.at(-1)?.(false)
  await job.stop()
  vi.useRealTimers()
})

const start = (log = createLog('silent')) => {
  const work = () =>
    new Promise<boolean>((resolve, reject) => {
      ends.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
    })
  job = repeat(log, { name: 'test', seconds: 10, work })
}
const endRun = async (outcome: boolean | Error = false) => {
  ends.at(-1)?.(outcome)
  await vi.advanceTimersByTimeAsync(0)
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a job runs at once and again when its interval has passed since the end of the last run', async () => {
  start()
  expect(ends).toHaveLength(1)
  await endRun()
  await pass(9)
  expect(ends).toHaveLength(1)
  await pass(1)
  expect(ends).toHaveLength(2)
})

test('a job that takes longer than its interval does not run twice at the same time', async () => {
  start()
  await pass(60)
  expect(ends).toHaveLength(1)
})

test('a job with more to do runs again at once', async () => {
  start()
  await endRun(true)
  expect(ends).toHaveLength(2)
})

test('a job that is woken runs without waiting for its interval', async () => {
  start()
  await endRun()
  job.wake()
  expect(ends).toHaveLength(2)
  await endRun()
  await pass(9)
  expect(ends).toHaveLength(2)
})

test('a job that is woken several times while it runs runs once more after that', async () => {
  start()
  job.wake()
  job.wake()
  expect(ends).toHaveLength(1)
  await endRun()
  expect(ends).toHaveLength(2)
  await endRun()
  expect(ends).toHaveLength(2)
})

test('a job that fails is logged and runs again after its interval', async () => {
  const log = createLog('silent')
  const error = vi.spyOn(log, 'error')
  start(log)
  await endRun(new Error('no connection'))
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ job: 'test' }), 'a background job failed')
  await pass(10)
  expect(ends).toHaveLength(2)
})

test('stopping a job waits for its current run, and it does not run again', async () => {
  start()
  let isStopped = false
  const stopped = job.stop().then(() => {
    isStopped = true
  })
  await pass(1)
  expect(isStopped).toBe(false)
  await endRun(true)
  await stopped
  job.wake()
  await pass(60)
  expect(ends).toHaveLength(1)
})
