import { Readable } from 'node:stream'

type Cell = string | number | null

/** Quoted where it must be; a cell that a spreadsheet would run as a formula is made plain text. */
function cell(value: Cell): string {
  const text = String(value ?? '')
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
const line = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}\r\n`

const perPage = 1000

/** Reads page after page and sends each before the next, so that an export of any length needs the memory of one. */
export function streamCsv<Row>(
  titles: readonly string[],
  cellsOf: (row: Row) => readonly Cell[],
  readPage: (last: Row | undefined, limit: number) => Promise<Row[]>,
): Readable {
  async function* lines() {
    // Excel takes a file for UTF-8 only when it begins with this mark.
    yield `\uFEFF${line(titles)}`
    let last: Row | undefined
    for (;;) {
      const rows = await readPage(last, perPage)
      if (rows.length > 0) yield rows.map((row) => line(cellsOf(row))).join('')
      if (rows.length < perPage) return
      last = rows.at(-1)
    }
  }
  return Readable.from(lines(), { objectMode: false })
}
