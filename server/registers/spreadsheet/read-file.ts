import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { strFromU8, unzipSync } from 'fflate/browser'
import readWorkbookSheets from 'read-excel-file/universal'

/** A small file may unpack to gigabytes. The reader allocates what each part says of its size, and unpacks no more than that. */
const maxUnpackedBytes = 128 * 1024 * 1024
/** More than any register has; a damaged file may have a million. */
const maxColumns = 500

/** One row of a file as text. */
export interface FileRow {
  /** As the spreadsheet counts, empty rows too. */
  number: number
  cells: string[]
}

/** A part of the rows of a sheet. Every sheet has at least one, which may be empty. */
interface SheetPart {
  sheet: number
  /** Empty if the file has no sheets. */
  name: string
  rows: FileRow[]
}

/** Opens a file from its beginning; it is read more than once. */
export type OpenFile = () => AsyncIterable<Uint8Array>

/** Why a file cannot be used, in a sentence for the operator. */
export class UnreadableFile extends Error {}

/** The rows of a workbook, sheet by sheet, or those of a CSV file as one sheet. What a file is, its content says and not its name. */
export async function* readFile(open: OpenFile): AsyncGenerator<SheetPart> {
  const start = await readStart(open)
  if (start[0] === 0xd0 && start[1] === 0xcf)
    throw new UnreadableFile(
      'This is a workbook of an old form, or one with a password. In Excel, save it as "Excel Workbook (.xlsx)" without a password.',
    )
  const isWorkbook = start[0] === 0x50 && start[1] === 0x4b
  const sheets = isWorkbook ? await readWorkbook(open) : [{ name: '', rows: readText(open, start) }]
  let isEmpty = true
  for (const [sheet, { name, rows }] of sheets.entries())
    for await (const part of inParts(rows)) {
      isEmpty &&= part.length === 0
      yield { sheet, name, rows: part }
    }
  if (isEmpty) throw new UnreadableFile('This file has no rows.')
}

/** Rows that are compared and written together. */
const rowsPerPart = 1000

/** Leaves out empty rows. */
async function* inParts(rows: AsyncIterable<string[]> | string[][]): AsyncGenerator<FileRow[]> {
  let part: FileRow[] = []
  let number = 0
  let parts = 0
  for await (const cells of rows) {
    number += 1
    const width = widthOf(cells)
    if (width > maxColumns)
      throw new UnreadableFile(
        `This file has more than ${maxColumns} columns. Please remove those that are not needed.`,
      )
    if (width > 0) part.push({ number, cells })
    if (part.length < rowsPerPart) continue
    yield part
    part = []
    parts += 1
  }
  if (part.length > 0 || parts === 0) yield part
}

/** Without the empty cells at the end. */
export const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1

const startBytes = 10_000

async function readStart(open: OpenFile): Promise<Buffer> {
  let start = Buffer.alloc(0)
  for await (const part of open()) {
    start = Buffer.concat([start, part])
    if (start.length >= startBytes) break
  }
  return start.subarray(0, startBytes)
}

/** More than any row may have; an open quotation mark would otherwise make one row of the rest of the file. */
const maxRowBytes = 64 * 1024

async function* readText(open: OpenFile, start: Buffer): AsyncGenerator<string[]> {
  const encoding = encodingOf(start)
  const startText = new TextDecoder(encoding).decode(start)
  if (startText.slice(0, 4096).includes('\0')) throw new UnreadableFile(unknownKind)
  const parser = parse({
    delimiter: delimiterOf(startText),
    relax_column_count: true,
    trim: true,
    max_record_size: maxRowBytes,
  })
  try {
    /** The error of either is thrown where the rows are read. */
    for await (const cells of pipeline(Readable.from(decode(open(), encoding)), parser, () => undefined)) yield cells
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      `The quotation marks of row ${Number(error.records) + 1}, or of one after it, cannot be read. Please correct them, or save the file as a workbook.`,
    )
  }
}

const unknownKind = 'This file cannot be read. Please choose an Excel workbook (.xlsx) or a CSV file.'

/** Excel writes "Unicode Text" in UTF-16. Other encodings are not guessed, because a wrong guess changes names. */
function encodingOf([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

async function* decode(parts: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const part of parts) yield decoder.decode(part, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UnreadableFile(
      'The letters of this file cannot be read: it is not in UTF-8. Please choose the Excel workbook (.xlsx), or save it as "CSV UTF-8".',
    )
  }
}

const linesToGuess = 20

/** The one that divides a line into the most parts, of the first lines; the earliest counts, because names may have commas. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', parts: 1 }
  for (const line of text.split('\n', linesToGuess))
    for (const delimiter of [',', ';', '\t']) {
      const parts = line.split(delimiter).length
      if (parts > best.parts) best = { delimiter, parts }
    }
  return best.delimiter
}

async function readWorkbook(open: OpenFile) {
  const parts: Uint8Array[] = []
  for await (const part of open()) parts.push(part)
  const content = Buffer.concat(parts)
  let size = 0
  const addSize = ({ originalSize }: { originalSize: number }) => {
    size += originalSize
    return false
  }
  try {
    unzipSync(content, { filter: addSize })
  } catch {
    throw new UnreadableFile(unknownKind)
  }
  if (size > maxUnpackedBytes)
    throw new UnreadableFile(
      'This workbook is too large once it is unpacked. Please save the sheet with the niches as a CSV file, or divide it.',
    )
  const file = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength) as ArrayBuffer
  const sheets = await readWorkbookSheets(file, { trim: true }).catch(() => {
    throw new UnreadableFile(
      'This workbook cannot be read. Please open it in Excel, and save it again as "Excel Workbook (.xlsx)".',
    )
  })
  const merged = mergedRanges(content)
  return sheets.map(({ sheet, data }, at) => {
    const rows = data.map((row) => row.map(toText))
    for (const range of merged[at] ?? []) fillDown(rows, range)
    return { name: sheet, rows: rows.map((cells) => cells.slice(0, widthOf(cells))) }
  })
}

function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

interface MergedRange {
  column: number
  fromRow: number
  toRow: number
}

/** A workbook keeps only the first value of merged cells. It holds for each row below, such as one hall for all of its niches. */
function fillDown(rows: string[][], { column, fromRow, toRow }: MergedRange) {
  const value = rows[fromRow]?.[column]
  if (value) for (const row of rows.slice(fromRow + 1, toRow + 1)) row[column] ||= value
}

/** The library does not report merged cells. By sheet, in the order of the workbook. */
function mergedRanges(content: Uint8Array): MergedRange[][] {
  const files = unzipSync(content, { filter: ({ name }) => /^xl\/(workbook\.xml|_rels\/|worksheets\/)/.test(name) })
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const relations = textOf('xl/_rels/workbook.xml.rels').split('<')
  return [...textOf('xl/workbook.xml').matchAll(/<\w*:?sheet\s[^>]*\bid="([^"]+)"/g)].map(([, sheetID]) => {
    const relation = relations.find((tag) => tag.includes(`Id="${sheetID}"`))
    const path = /Target="\/?(?:xl\/)?([^"]+)"/.exec(relation ?? '')?.[1]
    return [...textOf(`xl/${path}`).matchAll(/mergeCell ref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g)].map(
      ([, letters = '', from, to]) => ({ column: columnOf(letters), fromRow: Number(from) - 1, toRow: Number(to) - 1 }),
    )
  })
}

/** Counted from 0: `A` is 0, `AA` is 26. */
const columnOf = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
