import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { OverLimits, startLimitedThread } from '#server/core/limited-thread.ts'
import { threadFile } from '#server/core/project-root.ts'
import { AppError } from '#server/http/errors.ts'
import type { FileType } from './detect-file-type.ts'

interface ThreadSettings {
  file: string
  /** The time that a file may take. */
  timeLimitMs: number
  /** The heap of the thread. Its buffers come on top: the file itself, and 64 kB of pixels at a time. */
  memoryMb: number
}

export interface InspectorSettings extends ThreadSettings {
  threads: number
  /** Files that may wait for a thread, and for how long. Beyond this the request is refused. */
  maxWaiting: number
  maxWaitMs: number
  /** A thread that has nothing to do for this long ends. */
  idleMs: number
}

/** The type of a valid file, or `undefined`. */
export type Inspect = (bytes: Buffer) => Promise<FileType | undefined>

/** One core is left to answer other requests. */
export const defaultSettings: InspectorSettings = {
  file: threadFile('documents/inspection-worker'),
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeLimitMs: 5000,
  memoryMb: 64,
  /** Enough for the moment when a block opens. `MemoryLimit` bounds what they take. */
  maxWaiting: 1024,
  /** Less than the four seconds after which the proxy asks another server. Pages send the files again by themselves. */
  maxWaitMs: 3000,
  idleMs: 30_000,
}

interface Job {
  bytes: Buffer
  resolve: (type: FileType | undefined) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

/** Inspects files in threads, which start with the first file, so that a hostile one cannot block the server. */
export function createInspector(log: Logger, changed: Partial<InspectorSettings> = {}): Inspect {
  const settings = { ...defaultSettings, ...changed }
  const waiting: Job[] = []
  const idle: InspectionThread[] = []
  let busy = 0

  const inspect: Inspect = (bytes) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= settings.maxWaiting) throw new AppError('UPLOADS_BUSY')
      const giveUp = () => {
        waiting.splice(waiting.indexOf(job), 1)
        reject(new AppError('UPLOADS_BUSY'))
      }
      const job = { bytes, resolve, reject, timer: setTimeout(giveUp, settings.maxWaitMs) }
      waiting.push(job)
      if (busy < settings.threads) void runJobs()
    })

  async function runJobs() {
    busy += 1
    let thread: InspectionThread | undefined
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      clearTimeout(job.timer)
      try {
        thread = takeIdle(thread) ?? (await startThread(settings))
        job.resolve(await thread.inspect(job.bytes))
      } catch (error) {
        if (!(error instanceof OverLimits)) job.reject(error)
        else log.warn({ bytes: job.bytes.length }, 'a file exceeded the limits of its inspection')
        job.resolve(undefined)
      }
    }
    busy -= 1
    if (thread) rest(thread)
  }

  /** The caller's own thread while it lives, or one that waits for work. */
  function takeIdle(own: InspectionThread | undefined): InspectionThread | undefined {
    for (let thread = own ?? idle.pop(); thread; thread = idle.pop()) if (!thread.hasEnded()) return thread
    return undefined
  }

  function rest(thread: InspectionThread) {
    idle.push(thread)
    const endIfUnused = () => {
      const at = idle.indexOf(thread)
      if (at === -1) return
      idle.splice(at, 1)
      thread.end()
    }
    setTimeout(endIfUnused, settings.idleMs).unref()
  }

  return inspect
}

interface InspectionThread {
  /** The type of a valid file, or `undefined`. Fails with `OverLimits` if the thread ended over the file. */
  inspect: (bytes: Buffer) => Promise<FileType | undefined>
  hasEnded: () => boolean
  end: () => void
}

/** Starts a thread that inspects one file at a time, and resolves when it is ready. */
function startThread({ file, timeLimitMs, memoryMb }: ThreadSettings): Promise<InspectionThread> {
  let ended = false
  let waiting: { resolve: (message: unknown) => void; reject: (error: unknown) => void } | undefined
  const worker = startLimitedThread({
    file,
    memoryMb,
    onMessage: (message) => waiting?.resolve(message),
    onEnd: (error) => {
      ended = true
      waiting?.reject(error)
    },
  })
  worker.unref()

  const nextMessage = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting = { resolve, reject }
    })
  const inspect = (bytes: Buffer) => {
    const answer = nextMessage() as Promise<FileType | undefined>
    const timer = setTimeout(() => void worker.terminate(), timeLimitMs)
    worker.postMessage(bytes)
    return answer.finally(() => clearTimeout(timer))
  }
  const thread = { inspect, hasEnded: () => ended, end: () => void worker.terminate() }
  return nextMessage().then(() => thread)
}
