import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate/browser'
import readWorkbookSheets from 'read-excel-file/universal'
import { type FileSheet, UnreadableFile } from './file-sheet.ts'

/** A small file may unpack to gigabytes. The reader allocates what each part says of its size, and unpacks no more than that. */
const maxUnpackedBytes = 128 * 1024 * 1024
/** More than any register has; a damaged file may have a million. */
const maxColumns = 500

/** The sheets of a workbook, or the rows of a CSV file as one sheet. What a file is, its content says and not its name. */
export async function readFile(content: Uint8Array): Promise<FileSheet[]> {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => content[at] === byte)
  if (startsWith(0xd0, 0xcf))
    throw new UnreadableFile(
      'This is a workbook of an old form, or one with a password. In Excel, save it as "Excel Workbook (.xlsx)" without a password.',
    )
  const sheets = startsWith(0x50, 0x4b) ? await readWorkbook(content) : [{ name: '', rows: readText(content) }]
  const read = sheets.map(({ name, rows }) => ({
    name,
    rows: rows.flatMap((cells, at) => {
      const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
      return filled.length > 0 ? [{ number: at + 1, cells: filled }] : []
    }),
  }))
  if (read.every(({ rows }) => rows.length === 0)) throw new UnreadableFile('This file has no rows.')
  if (read.some(({ rows }) => rows.some(({ cells }) => cells.length > maxColumns)))
    throw new UnreadableFile(`This file has more than ${maxColumns} columns. Please remove those that are not needed.`)
  return read
}

function readText(content: Uint8Array): string[][] {
  const text = decode(content)
  if (text.slice(0, 4096).includes('\0')) throw new UnreadableFile(unknownKind)
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      trim: true,
      skip_empty_lines: false,
    })
  } catch {
    throw new UnreadableFile(
      'The quotation marks of this file cannot be read. Please save it as "CSV UTF-8" or as a workbook.',
    )
  }
}

const unknownKind = 'This file cannot be read. Please choose an Excel workbook (.xlsx) or a CSV file.'

/** Excel writes "Unicode Text" in UTF-16. Other encodings are not guessed, because a wrong guess changes names. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = !isUtf16 ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(
      'The letters of this file cannot be read: it is not in UTF-8. Please choose the Excel workbook (.xlsx), or save it as "CSV UTF-8".',
    )
  }
}

const linesToGuess = 20

/** The one that divides a line into the most parts, of the first lines; the earliest counts, because names may have commas. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', parts: 1 }
  for (const line of text.slice(0, 10_000).split('\n', linesToGuess))
    for (const delimiter of [',', ';', '\t']) {
      const parts = line.split(delimiter).length
      if (parts > best.parts) best = { delimiter, parts }
    }
  return best.delimiter
}

async function readWorkbook(content: Uint8Array) {
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
    return { name: sheet, rows }
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
