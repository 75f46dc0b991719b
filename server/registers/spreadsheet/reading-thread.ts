import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './file-sheet.ts'
import { readFile } from './read-file.ts'

/** So that neither thread holds all rows of a file in one message. */
const rowsPerMessage = 1000

/** Runs in a thread of its own: answers with the rows of the file that it was given, part by part, and with `done`. */
async function answer() {
  try {
    for (const [sheet, { name, rows }] of (await readFile(workerData as Uint8Array)).entries())
      for (let from = 0; from === 0 || from < rows.length; from += rowsPerMessage)
        parentPort?.postMessage({ sheet, name, rows: rows.slice(from, from + rowsPerMessage) })
    parentPort?.postMessage({ done: true })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    parentPort?.postMessage({ unreadable: error.message })
  }
}

await answer()
