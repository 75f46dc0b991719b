import { Worker } from 'node:worker_threads'
import { errorCodeOf } from './error-code.ts'

interface LimitedThread {
  /** The file that it runs, from `threadFile`. */
  file: string
  /** The limit of its heap; buffers come on top. */
  memoryMb: number
  input?: unknown
  onMessage: (message: unknown) => void
  /** Called when the thread has ended: with `OverLimits` if it took too much memory or was stopped. */
  onEnd: (error: unknown) => void
}

/** Starts a thread that a hostile file cannot bring to take more than so much memory, or to hold up the server. */
export function startLimitedThread({ file, memoryMb, input, onMessage, onEnd }: LimitedThread): Worker {
  const isSource = file.endsWith('.ts')
  const worker = new Worker(isSource ? runSource(file) : file, {
    eval: isSource,
    execArgv: [],
    /** The thread needs no settings, least of all the keys. */
    env: {},
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  worker.on('message', onMessage)
  worker.on('error', (error) => onEnd(errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? new OverLimits() : error))
  worker.on('exit', () => onEnd(new OverLimits()))
  return worker
}

/** Tests and `npm run dev` run the sources, for which Node needs tsx. */
const runSource = (file: string) =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file)}) })`

/** The thread took too long or too much memory, or ended in another way. */
export class OverLimits extends Error {
  override name = 'OverLimits'
}
