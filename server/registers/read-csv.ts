import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type CellProblem, checkHeader, checkRow } from '#contract/registers/check-row.ts'
import type { RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile, RegisterProblem } from '#contract/registers/problem.ts'
import type { InspectedFile } from './inspect-file.ts'

export interface ReadRow<File extends RegisterFile> {
  /** The sheet or the file where it is; empty for the register's own form. */
  sheet: string
  /** As spreadsheets count: the header is row 1. */
  number: number
  row: RowOf[File]
  /** The cells as they were, under the names of the header. */
  source: Record<string, string>
  problems: CellProblem[]
  /** What the operator's file calls a column, if that is another name. */
  headerOf: (column: string) => string
}

interface ReadOptions {
  today: string
  report: (problem: RegisterProblem) => void
  /** Called with the number of bytes of each part. */
  onBytes: (bytes: number) => void
}

/** Yields the rows of a file with their mistakes, and reports what is wrong with the file itself. */
export async function* readCsv<File extends RegisterFile>(
  file: File,
  inspected: InspectedFile,
  { today, report, onBytes }: ReadOptions,
): AsyncGenerator<ReadRow<File>> {
  const reject = (message: string, row = 1) => report({ ...nowhere, file, row, message })
  if (inspected.problem) return reject(inspected.problem)

  let header: string[] | undefined
  let number = 0
  try {
    for await (const cells of parseCells(inspected, onBytes)) {
      number += 1
      if (!header) {
        header = cells.map((name) => name.trim().toLowerCase())
        const problems = checkHeader(file, header)
        for (const problem of problems) report({ ...nowhere, file, row: number, ...problem })
        if (problems.length > 0) return
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      const { row, problems } = checkRow(file, header, cells, today)
      yield { ...{ sheet: '', number, row, problems, source: nameCells(header, cells) }, headerOf: () => '' }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return reject('The quotation marks of this row, or of one after it, cannot be read.', number + 1)
  }
  if (number < 2) reject('The file has no rows below its header.')
}

/** More than any row may have; an open quotation mark would otherwise make one row of the rest of the file. */
const maxRowBytes = 64 * 1024

function parseCells({ open, delimiter }: InspectedFile, onBytes: (bytes: number) => void): AsyncIterable<string[]> {
  async function* counted() {
    for await (const part of open()) {
      onBytes(part.length)
      yield part
    }
  }
  const parser = parse({ bom: true, relax_column_count: true, delimiter, max_record_size: maxRowBytes })
  /** The error of either is thrown where the rows are read. */
  return pipeline(Readable.from(counted(), { objectMode: false }), parser, () => undefined)
}

const nowhere = { sheet: '', header: '', column: '', value: '' }

const nameCells = (header: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
