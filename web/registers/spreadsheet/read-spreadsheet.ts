import { loadChunk } from '#web/core/load-chunk.ts'

interface SheetRow {
  /** As the spreadsheet counts, empty rows too. */
  number: number
  /** As text; a day of a workbook as `2019-06-07`. */
  cells: string[]
}
export type Rows = SheetRow[]

/** The rows of a CSV file, or of the first sheet of a workbook, without those that are empty. Its readers are loaded only here, because few people need them. */
export async function readSpreadsheet(file: Blob): Promise<Rows> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isWorkbook = start[0] === 0x50 && start[1] === 0x4b
  const rows = isWorkbook ? await readWorkbook(file) : await readCsv(file)
  return rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

async function readWorkbook(file: Blob): Promise<string[][]> {
  const { readSheet } = await loadChunk('universal', () => import('read-excel-file/universal'))
  const rows = await readSheet(await file.arrayBuffer(), { trim: true })
  return rows.map((row) => row.map(toText))
}

function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

async function readCsv(file: Blob): Promise<string[][]> {
  const { parse } = await loadChunk('sync', () => import('csv-parse/browser/esm/sync'))
  const text = await file.text()
  return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, trim: true })
}

/** The one that is most often in the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n'))
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
