import { maxRegisterBytes, registerTooLargeMessage } from '#contract/registers/upload.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { matchColumns } from './match-columns.ts'
import { UnreadableSpreadsheet } from './unreadable-spreadsheet.ts'

interface SheetRow {
  /** As the spreadsheet counts, empty rows too. */
  number: number
  /** As text; a day of a workbook as `2019-06-07`. */
  cells: string[]
}
export type Rows = SheetRow[]

/**
 * The rows of a CSV file, or of the first sheet of a workbook, from its header on and without those that are empty. Its readers are loaded
 * only here, because few people need them.
 */
export async function readSpreadsheet(file: Blob): Promise<Rows> {
  if (file.size > maxRegisterBytes) throw new UnreadableSpreadsheet(registerTooLargeMessage)
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const startsWith = (one: number, other: number) => start[0] === one && start[1] === other
  if (startsWith(0xd0, 0xcf))
    throw new UnreadableSpreadsheet(
      'This is a workbook of an old form, or one with a password. In Excel, save it as "Excel Workbook (.xlsx)" without a password.',
    )
  const rows = startsWith(0x50, 0x4b) ? await readWorkbook(file) : await readCsv(file)
  const filled = rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...others] = filled.slice(headerAt(filled))
  return header ? [{ ...header, cells: nameApart(header.cells) }, ...others] : []
}

/** Rows among which the header is looked for. */
const headerWithin = 20

/** Titles may stand above the header. It is the first row in which two columns are known, otherwise the first of all. */
const headerAt = (rows: Rows) =>
  Math.max(
    rows.slice(0, headerWithin).findIndex(({ cells }) => Object.keys(matchColumns(cells)).length >= 2),
    0,
  )

/** Columns are chosen by name, so each has one of its own: `Remarks (2)` for a second one, `Column 4` for one without a name. */
function nameApart(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((cell, at) => {
    const wanted = cell || `Column ${at + 1}`
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
    taken.add(name)
    return name
  })
}

async function readWorkbook(file: Blob): Promise<string[][]> {
  const chunk = await loadChunk('read-workbook', () => import('./read-workbook.ts'))
  return chunk.readWorkbook(file)
}

async function readCsv(file: Blob): Promise<string[][]> {
  const { parse } = await loadChunk('sync', () => import('csv-parse/browser/esm/sync'))
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, trim: true })
}

/** Excel writes "Unicode Text" in UTF-16. Other encodings are not guessed, because a wrong guess changes names. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = !isUtf16 ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableSpreadsheet(
      'The letters of this file cannot be read: it is not in UTF-8. Please choose the Excel workbook (.xlsx), or save it as "CSV UTF-8".',
    )
  }
}

/** The one that divides a line into the most parts, of the first lines; the earliest counts, because names may have commas. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', parts: 1 }
  for (const line of text.slice(0, 10_000).split('\n', headerWithin))
    for (const delimiter of [',', ';', '\t']) {
      const parts = line.split(delimiter).length
      if (parts > best.parts) best = { delimiter, parts }
    }
  return best.delimiter
}
