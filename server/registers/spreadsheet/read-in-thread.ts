import { OverLimits, startLimitedThread } from '#server/core/limited-thread.ts'
import { threadFile } from '#server/core/project-root.ts'
import { type FileRow, UnreadableFile } from './file-sheet.ts'

/** A part of the rows of a sheet. Every sheet has at least one, which may be empty. */
export interface SheetPart {
  sheet: number
  name: string
  rows: FileRow[]
}

type Message = SheetPart | { done: true } | { unreadable: string }

const file = threadFile('registers/spreadsheet/reading-thread')
const settings = { timeLimitMs: 60_000, memoryMb: 1024 }

/** Reads a file of any kind in a thread, so that a hostile one can neither block the server nor take its memory. */
export function readInThread(content: Uint8Array, { timeLimitMs, memoryMb } = settings): Promise<SheetPart[]> {
  return new Promise((resolve, reject) => {
    const parts: SheetPart[] = []
    const worker = startLimitedThread({
      file,
      memoryMb,
      input: content,
      onMessage: (message) => {
        const part = message as Message
        if ('unreadable' in part) reject(new UnreadableFile(part.unreadable))
        else if ('done' in part) resolve(parts)
        else parts.push(part)
      },
      onEnd: (error) => {
        clearTimeout(timer)
        reject(error instanceof OverLimits ? new UnreadableFile(tooMuch) : error)
      },
    })
    const timer = setTimeout(() => void worker.terminate(), timeLimitMs)
  })
}

const tooMuch =
  'This file takes too long or too much memory to read. Please save the sheet with the niches as a CSV file, or divide it.'
