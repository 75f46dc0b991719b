import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { OverLimits, startLimitedThread } from '#server/core/limited-thread.ts'
import { threadFile } from '#server/core/project-root.ts'
import { type FileRow, type OpenFile, readFile, UnreadableFile, widthOf } from './read-file.ts'

interface StagedSheet {
  name: string
  rows: number
  /** How many the widest row has. */
  columns: number
  /** Then each row says how many values it has. Rows of workbooks, and those of drafts of earlier builds, end with their last value. */
  isCsv?: boolean
}

/** A file of any kind that was read once: its rows are packed in parts, and can be gone through again and again. */
export interface StagedFile {
  /** SHA-256 of its bytes. */
  hash: string
  sheets: StagedSheet[]
  parts: { sheet: number; packed: Uint8Array }[]
}

/** Rows that can be gone through again and again, sheet by sheet: those of files, or those of a draft. */
export interface StagedRows {
  sheets: readonly StagedSheet[]
  parts: (sheet: number) => AsyncIterable<FileRow[]>
}

export const rowsOf = ({ sheets, parts }: StagedFile): StagedRows => ({
  sheets,
  async *parts(at) {
    for (const { sheet, packed } of parts) if (sheet === at) yield unpackRows(packed)
  },
})

/** The first part of a sheet, which has the names of its columns. */
export async function readStart({ parts }: StagedRows, sheet: number): Promise<FileRow[]> {
  for await (const rows of parts(sheet)) return rows
  return []
}

export async function stageFile(open: OpenFile): Promise<StagedFile> {
  const staged: StagedFile = { hash: '', sheets: [], parts: [] }
  for await (const { sheet: at, name, rows } of readFile(open)) {
    const sheet = staged.sheets[at] ?? { name, rows: 0, columns: 0, isCsv: name === '' }
    staged.sheets[at] = sheet
    sheet.rows += rows.length
    for (const { cells } of rows) sheet.columns = Math.max(sheet.columns, widthOf(cells))
    staged.parts.push({ sheet: at, packed: packRows(rows) })
  }
  const hash = createHash('sha256')
  for await (const part of open()) hash.update(part)
  return { ...staged, hash: hash.digest('hex') }
}

/** Fast, because the rows are read more often than kept. */
const packRows = (rows: readonly FileRow[]): Buffer =>
  gzipSync(JSON.stringify(rows.map(({ number, cells }) => [number, cells])), { level: 1 })

export const unpackRows = (packed: Uint8Array): FileRow[] =>
  (JSON.parse(gunzipSync(packed).toString()) as [number, string[]][]).map(([number, cells]) => ({ number, cells }))

/** One after the other. A file without sheets is a sheet with the name of the file. */
export function joinFiles(files: readonly { name: string; staged: StagedFile }[]): StagedFile {
  const sheets = files.flatMap(({ name, staged }) =>
    staged.sheets.map((sheet) => ({ ...sheet, name: sheet.name || name })),
  )
  let before = 0
  const parts = files.flatMap(({ staged }) => {
    const first = before
    before += staged.sheets.length
    return staged.parts.map(({ sheet, packed }) => ({ sheet: first + sheet, packed }))
  })
  return { hash: files.map(({ staged }) => staged.hash).join(' '), sheets, parts }
}

const limits = { timeLimitMs: 60_000, memoryMb: 1024 }

/** Reads a file in a thread, so that a hostile one can neither block the server nor take its memory. */
export function stageInThread(path: string, { timeLimitMs, memoryMb } = limits): Promise<StagedFile> {
  return new Promise((resolve, reject) => {
    const worker = startLimitedThread({
      file: threadFile('registers/spreadsheet/reading-thread'),
      memoryMb,
      input: path,
      onMessage: (message) => {
        const answer = message as StagedFile | { unreadable: string }
        if ('unreadable' in answer) reject(new UnreadableFile(answer.unreadable))
        else resolve(answer)
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
