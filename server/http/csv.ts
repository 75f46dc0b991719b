import { Readable } from 'node:stream'
import { longListSlots } from './slots.ts'

type Cell = string | number | null

/** Quotes only where necessary; prefixes a value that a spreadsheet would run as a formula. */
function cell(value: Cell): string {
  const text = String(value ?? '')
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
const line = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}\r\n`

const perPage = 1000

const inSlot = longListSlots()

/** Sends each page before reading the next, so that memory does not grow with the length of the export. */
export function streamCsv<Row>(
  titles: readonly string[],
  cellsOf: (row: Row) => readonly Cell[],
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
): Readable {
  async function* lines() {
    // Without this byte order mark Excel does not read the file as UTF-8.
    yield `\uFEFF${line(titles)}`
    let last: Row | undefined
    for (;;) {
      const before = last
      const { rows, text } = await inSlot(async () => {
        const rows = await readPage(before, perPage)
        return { rows, text: rows.map((row) => line(cellsOf(row))).join('') }
      })
      if (rows.length > 0) yield text
      if (rows.length < perPage) return
      last = rows.at(-1)
    }
  }
  return Readable.from(lines(), { objectMode: false })
}
