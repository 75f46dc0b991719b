import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { longListSlots } from './slots.ts'

type Cell = string | number | null

/** Quotes only where necessary; an apostrophe keeps a spreadsheet from running a value as a formula. */
export const toCsv = (rows: readonly (readonly Cell[])[]) =>
  stringify(rows as Cell[][], { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ })

const perPage = 1000

const inSlot = longListSlots()

/** A cell of each row, by the title of its column. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>

/** Sends each page before reading the next, so that memory does not grow with the length of the export. */
export function streamCsv<Row>(
  columns: CsvColumns<Row>,
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
): Readable {
  async function* lines() {
    // Excel needs this byte order mark to read the file as UTF-8.
    yield `\uFEFF${toCsv([Object.keys(columns)])}`
    let last: Row | undefined
    for (;;) {
      const before = last
      const { rows, text } = await inSlot(async () => {
        const rows = await readPage(before, perPage)
        return { rows, text: toCsv(rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))) }
      })
      if (rows.length > 0) yield text
      if (rows.length < perPage) return
      last = rows.at(-1)
    }
  }
  return Readable.from(lines(), { objectMode: false })
}
