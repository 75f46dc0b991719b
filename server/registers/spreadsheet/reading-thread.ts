import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './read-file.ts'
import { stageFile } from './stage-file.ts'

/** Runs in a thread of its own: answers with the rows of the file at the path that it was given. */
async function answer() {
  try {
    parentPort?.postMessage(await stageFile(() => createReadStream(String(workerData))))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    parentPort?.postMessage({ unreadable: error.message })
  }
}

await answer()
