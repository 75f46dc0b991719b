import { toDay } from '#contract/dates.ts'
import { checkRow } from '#contract/registers/check-row.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import type { RegisterFile, RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { inspectFile, type OpenFile } from './inspect-file.ts'
import { type ReadRow, readCsv } from './read-csv.ts'
import type { Converted } from './spreadsheet/convert.ts'
import type { ConvertedRow } from './spreadsheet/converted.ts'

interface ReadPart<File extends RegisterFile> {
  rows: ReadRow<File>[]
  /** How much has been read of everything, from 0 to 1. */
  share: number
  /** What is wrong with the file itself: none of it is taken. */
  unreadable: RegisterProblem[]
}

/** Where the rows of a register come from: two files in its own form, or a draft. Each file can be read more than once. */
export interface RegisterSource {
  /** Says what exactly is imported. */
  hash: string
  read: <File extends RegisterFile>(file: File) => AsyncIterable<ReadPart<File>>
}

export interface RegisterFiles {
  niches: OpenFile
  people?: OpenFile | undefined
}

/** Rows that are compared and written together. */
const step = 1000

export async function openCsvFiles({ clock }: Pick<Context, 'clock'>, files: RegisterFiles): Promise<RegisterSource> {
  const niches = await inspectFile(files.niches)
  const people = files.people && (await inspectFile(files.people))
  const size = niches.size + (people?.size ?? 0)
  const today = toDay(clock())
  async function* read<File extends RegisterFile>(file: File): AsyncGenerator<ReadPart<File>> {
    const inspected = file === 'niches' ? niches : people
    if (!inspected) return
    let bytes = file === 'niches' ? 0 : niches.size
    const unreadable: RegisterProblem[] = []
    const onBytes = (more: number) => {
      bytes += more
    }
    const rows = readCsv(file, inspected, { today, report: (problem) => void unreadable.push(problem), onBytes })
    for await (const part of inParts(rows)) yield { rows: part, share: bytes / size, unreadable: unreadable.splice(0) }
    if (unreadable.length > 0) yield { rows: [], share: bytes / size, unreadable }
  }
  return { hash: [niches.hash, people?.hash].filter(Boolean).join(' '), read }
}

/** A draft that was read and converted already. */
export function openConverted(
  { clock }: Pick<Context, 'clock'>,
  hash: string,
  { niches, people }: Pick<Converted, 'niches' | 'people'>,
  headerOf: (column: string, person: number) => string,
): RegisterSource {
  const today = toDay(clock())
  const total = niches.length + people.length
  async function* read<File extends RegisterFile>(file: File): AsyncGenerator<ReadPart<File>> {
    const all: readonly ConvertedRow[] = file === 'niches' ? niches : people
    const before = file === 'niches' ? 0 : niches.length
    const names = columnsOf[file].map(({ name }) => name)
    for (let from = 0; from < all.length; from += step) {
      const rows = all
        .slice(from, from + step)
        .map(({ row, person, sheet, number, cells: own, header }): ReadRow<File> => {
          const cells = names.map((name) => row[name])
          const source = Object.fromEntries(header.map((name, at) => [name, own[at] ?? '']))
          const checked = checkRow(file, names, cells, today)
          return { sheet, number, source, ...checked, headerOf: (column) => headerOf(column, person) }
        })
      yield { rows, share: (before + from + rows.length) / total, unreadable: [] }
    }
  }
  return { hash, read }
}

async function* inParts<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < step) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
