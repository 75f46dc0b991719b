import { Worker } from 'node:worker_threads'
import { errorCodeOf } from '#server/core/error-code.ts'
import type { FileType } from './detect-file-type.ts'

export interface ThreadSettings {
  file: string
  /** How long a file may take. */
  timeLimitMs: number
  /** The heap of the thread. Its buffers come on top: the file itself, and 64 kB of pixels at a time. */
  memoryMb: number
}

export interface InspectionThread {
  /** The type of a valid file, or `undefined`. Fails with `OverLimits` if the thread ended over the file. */
  inspect: (bytes: Buffer) => Promise<FileType | undefined>
  hasEnded: () => boolean
  end: () => void
}

/** Starts a thread that inspects one file at a time, and resolves when it is ready. */
export function startThread({ file, timeLimitMs, memoryMb }: ThreadSettings): Promise<InspectionThread> {
  const isSource = file.endsWith('.ts')
  const worker = new Worker(isSource ? runSource(file) : file, {
    eval: isSource,
    execArgv: [],
    /** The thread needs no settings, least of all the keys. */
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  let ended = false
  let waiting: { resolve: (message: unknown) => void; reject: (error: unknown) => void } | undefined

  const nextMessage = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting = { resolve, reject }
    })
  const fail = (error: unknown) => {
    ended = true
    waiting?.reject(error)
  }
  worker.on('message', (message) => waiting?.resolve(message))
  worker.on('error', (error) => fail(errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new OverLimits() : error))
  worker.on('exit', () => fail(new OverLimits()))

  const inspect = (bytes: Buffer) => {
    const answer = nextMessage() as Promise<FileType | undefined>
    const timer = setTimeout(() => void worker.terminate(), timeLimitMs)
    worker.postMessage(bytes)
    return answer.finally(() => clearTimeout(timer))
  }
  const thread = { inspect, hasEnded: () => ended, end: () => void worker.terminate() }
  return nextMessage().then(() => thread)
}

/** Tests and `npm run dev` run the sources, for which Node needs tsx. */
const runSource = (file: string) =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file)}) })`

/** The file took too long or too much memory, or ended the thread in another way. */
export class OverLimits extends Error {
  override name = 'OverLimits'
}
