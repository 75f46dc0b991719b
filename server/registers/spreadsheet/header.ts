import type { SheetChoice } from '#contract/registers/choices.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import { type RegisterFile, registerFiles } from '#contract/registers/problem.ts'
import { matchColumns } from './match-columns.ts'
import { type FileRow, widthOf } from './read-file.ts'

/** Rows among which the header is looked for. */
export const headerWithin = 20

/** Titles may stand above the header. It is the first of the rows in which most columns are known, and the first of all if none are. */
export function suggestSheet(rows: readonly FileRow[]): SheetChoice {
  const first = rows.slice(0, headerWithin)
  const known = first.map(({ cells }) => Object.keys(matchColumns(cells)).length)
  const most = Math.max(...known)
  const at = most >= 2 ? known.indexOf(most) : 0
  const header = first[at]
  const above = at > 0 ? first[at - 1] : undefined
  return {
    isUsed: rows.length > 1,
    headerRow: header?.number ?? 1,
    hasGroups: above !== undefined && above.number + 1 === header?.number && countFilled(above) > 1,
    firstRow: null,
    lastRow: null,
  }
}

const countFilled = ({ cells }: FileRow) => cells.filter(Boolean).length

/**
 * Columns are chosen by name, so each has one of its own: `Holder Name` for the name below "Holder", `Remarks (2)` for a second one,
 * `Column 4` for one without a name. `columns` says how many the widest row has.
 */
export function readHeader(rows: readonly FileRow[], { headerRow, hasGroups }: SheetChoice, columns: number): string[] {
  const cellsOf = (number: number) => rows.find((row) => row.number === number)?.cells ?? []
  const above = hasGroups ? cellsOf(headerRow - 1) : []
  const groups = fillRight(above, columns)
  const names = cellsOf(headerRow).map((name) => name.replaceAll(/\s+/g, ' '))
  const isRepeated = (name: string) => names.filter((each) => each === name).length > 1
  const taken = new Set<string>()
  return Array.from({ length: columns }, (_, at) => {
    const own = names[at] || above[at] || ''
    const inGroup = isRepeated(own) ? `${groups[at]} ${own}`.trim() : own
    const wanted = inGroup || `Column ${at + 1}`
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
    taken.add(name)
    return name
  })
}

/** The name of a group stands above the first of its columns. */
function fillRight(cells: readonly string[], columns: number): string[] {
  let last = ''
  return Array.from({ length: columns }, (_, at) => {
    last = cells[at] || last
    return last
  })
}

/** The header of a sheet as it is, in lower case: an exported register is recognised by it. */
export const plainHeader = (rows: readonly FileRow[], { headerRow }: SheetChoice): string[] => {
  const cells = rows.find(({ number }) => number === headerRow)?.cells ?? []
  return cells.slice(0, widthOf(cells)).map((name) => name.toLowerCase())
}

/** Finds the file of an exported register that has only columns of this header. Its values are taken as they are. */
export const registerFileOf = (header: readonly string[]): RegisterFile | undefined =>
  registerFiles.find((file) => {
    const names: readonly string[] = columnsOf[file].map(({ name }) => name)
    return (
      header.includes('code') && header.every((name) => names.includes(name)) && new Set(header).size === header.length
    )
  })
