import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { checkHeader, checkRow } from '#contract/registers/check-row.ts'
import type { RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile, RegisterProblem } from '#contract/registers/problem.ts'

export interface ReadRow<File extends RegisterFile> {
  /** As spreadsheets count: the header is row 1. */
  number: number
  row: RowOf[File]
  /** The cells as they were, under the names of the header. */
  source: Record<string, string>
}

type Report = (problem: RegisterProblem) => void

/** Yields the correct rows of a file and reports all others. */
export async function* readCsv<File extends RegisterFile>(
  file: File,
  bytes: Buffer,
  today: string,
  report: Report,
): AsyncGenerator<ReadRow<File>> {
  const reject = (message: string, row = 1) => report({ file, row, column: '', value: '', message })
  if (bytes.length === 0) return reject('The file is empty.')
  if (!isUtf8(bytes)) return reject('The file is not in UTF-8. Save it as "CSV UTF-8".')

  let header: string[] | undefined
  let number = 0
  try {
    for await (const cells of parseCells(bytes)) {
      number += 1
      if (!header) {
        header = cells.map((name) => name.trim().toLowerCase())
        const problems = checkHeader(file, header)
        for (const problem of problems) report({ file, row: number, ...problem })
        if (problems.length > 0) return
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const { row, problems } = checkRow(file, header, cells, today)
      for (const problem of problems) report({ file, row: number, ...problem })
      if (problems.length === 0) yield { number, row, source: nameCells(header, cells) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return reject('The quotation marks of this row, or of one after it, cannot be read.', number + 1)
  }
  if (number < 2) reject('The file has no rows below its header.')
}

const chunk = 64 * 1024

function parseCells(bytes: Buffer): AsyncIterable<string[]> {
  function* chunks() {
    for (let from = 0; from < bytes.length; from += chunk) yield bytes.subarray(from, from + chunk)
  }
  const parser = parse({ bom: true, relax_column_count: true, delimiter: delimiterOf(bytes) })
  return Readable.from(chunks(), { objectMode: false }).pipe(parser)
}

/** Spreadsheets with a European setting write semicolons. */
function delimiterOf(bytes: Buffer): string {
  const [header = ''] = bytes.toString('utf8', 0, 4096).split('\n')
  return header.includes(';') && !header.includes(',') ? ';' : ','
}

const nameCells = (header: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
