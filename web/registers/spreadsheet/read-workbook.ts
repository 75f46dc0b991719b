import { strFromU8, unzipSync } from 'fflate/browser'
import { readSheet } from 'read-excel-file/universal'
import { UnreadableSpreadsheet } from './unreadable-spreadsheet.ts'

/** A small file may unpack to gigabytes. The reader allocates what each part says of its size, and unpacks no more than that. */
const maxUnpackedBytes = 128 * 1024 * 1024
const unpacksTooLargeMessage =
  'This workbook is too large once it is unpacked. Please save the sheet with the niches as a CSV file, or divide it.'

/** The rows of the first sheet as text. */
export async function readWorkbook(file: Blob): Promise<string[][]> {
  const content = await file.arrayBuffer()
  if (unpackedSize(new Uint8Array(content)) > maxUnpackedBytes) throw new UnreadableSpreadsheet(unpacksTooLargeMessage)
  const rows = (await readSheet(content, { trim: true })).map((row) => row.map(toText))
  for (const range of mergedRanges(new Uint8Array(content))) fillDown(rows, range)
  return rows
}

function unpackedSize(content: Uint8Array): number {
  let bytes = 0
  const addSize = ({ originalSize }: { originalSize: number }) => {
    bytes += originalSize
    return false
  }
  unzipSync(content, { filter: addSize })
  return bytes
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

/** The library does not report merged cells. */
function mergedRanges(content: Uint8Array): MergedRange[] {
  const files = unzipSync(content, { filter: ({ name }) => /^xl\/(workbook\.xml|_rels\/|worksheets\/)/.test(name) })
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const sheetID = /<\w*:?sheet\s[^>]*\bid="([^"]+)"/.exec(textOf('xl/workbook.xml'))?.[1]
  const relation = textOf('xl/_rels/workbook.xml.rels')
    .split('<')
    .find((tag) => tag.includes(`Id="${sheetID}"`))
  const path = /Target="\/?(?:xl\/)?([^"]+)"/.exec(relation ?? '')?.[1]
  return [...textOf(`xl/${path}`).matchAll(/mergeCell ref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g)].map(
    ([, letters = '', from, to]) => ({ column: columnOf(letters), fromRow: Number(from) - 1, toRow: Number(to) - 1 }),
  )
}

/** Counted from 0: `A` is 0, `AA` is 26. */
const columnOf = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
