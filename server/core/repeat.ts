import type { Logger } from 'pino'
import { logOutage } from './log.ts'

export interface PeriodicJob {
  name: string
  seconds: number
  /** Resolves to `true` if there is more to do: then it runs again at once. */
  work: () => Promise<void> | Promise<boolean>
}

export interface RunningJob {
  /** Runs the job now or, if it is running, once more after that. */
  wake: () => void
  /** Resolves when the current run has ended. */
  stop: () => Promise<void>
}

/** Runs the job now and then every few seconds, never twice at the same time. An error is logged, and the job goes on. */
export function repeat(log: Logger, { name, seconds, work }: PeriodicJob): RunningJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isDue = false
  let isStopped = false

  const run = async () => {
    while (isDue && !isStopped) {
      isDue = false
      try {
        if ((await work()) === true) isDue = true
      } catch (error) {
        logOutage(log, 'error', 'a background job failed', { err: error, job: name })
      }
    }
    running = undefined
    if (!isStopped) timer = setTimeout(wake, seconds * 1000).unref()
  }
  const wake = () => {
    isDue = true
    if (isStopped || running) return
    clearTimeout(timer)
    running = run()
  }
  wake()
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
