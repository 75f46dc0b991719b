import { groupBy } from '#contract/group-by.ts'
import { numberingOf } from '#contract/halls/wall-numbering.ts'
import { type BlockView, saysPlace } from '#contract/niches/niche.ts'
import type { MapNiche } from './screen-status.ts'

/** A block as seen from the front: rows from the top, columns from the left. A cell may have no niche. */
export interface NicheGrid {
  /** Whether the numbers of rows and columns are shown: not in a house with codes of its own. */
  isNumbered: boolean
  rows: readonly GridRow[]
  /** The columns from the left, usually 1, 2, 3 and so on. */
  columns: readonly GridColumn[]
}
/** A column of the grid. Doors with several niches behind them have one for each half. */
export interface GridColumn {
  column: number
  half: string
}
export interface GridRow {
  row: number
  cells: readonly (MapNiche | undefined)[]
}

/** Without a view, the size comes from the largest row and column of the niches. */
export function toNicheGrid(niches: readonly MapNiche[], view = usualView(niches)): NicheGrid {
  const split = groupBy(
    niches.filter(({ half }) => half),
    ({ nicheColumn }) => nicheColumn,
  )
  const isFromRight = numberingOf(view).firstColumnAt === 'right'
  const columns = view.columns.flatMap((column) => {
    const halves = [...new Set(split.get(column)?.map(halfOf) ?? [''])].sort()
    /** The halves of a door go on in the direction of the numbers. */
    return (isFromRight ? halves.reverse() : halves).map((half) => ({ column, half }))
  })
  const columnAt = columnIndex(columns)
  const rows = view.rows.map((row) => ({ row, cells: Array<MapNiche | undefined>(columns.length).fill(undefined) }))
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  for (const niche of niches) {
    const at = columnAt.get(labelOfColumn(niche))
    const cells = cellsOf.get(niche.nicheRow)
    if (cells && at !== undefined) cells[at] = niche
  }
  return { rows, columns, isNumbered: niches.every(saysPlace) }
}

const halfOf = ({ half = '' }: MapNiche) => half
const labelOfColumn = (niche: MapNiche) => columnLabel({ column: niche.nicheColumn, half: halfOf(niche) })

/** The index of each column, by its label. A niche with a door of its own is where the leftmost half of its column is. */
function columnIndex(columns: readonly GridColumn[]): Map<string, number> {
  const index = new Map<string, number>()
  columns.forEach((each, at) => {
    index.set(columnLabel(each), at)
    if (!index.has(`${each.column}`)) index.set(`${each.column}`, at)
  })
  return index
}

/** For example `3`, or `3a` for a half. */
export const columnLabel = ({ column, half }: GridColumn) => `${column}${half}`

export function usualView(niches: readonly MapNiche[]): BlockView {
  let [width, height] = [0, 0]
  for (const { nicheColumn, nicheRow } of niches) {
    width = Math.max(width, nicheColumn)
    height = Math.max(height, nicheRow)
  }
  return { rows: upTo(height), columns: upTo(width) }
}

/** The price of the free niches of a row, such as `3,800`, or `3,800+` if some cost more. Empty if none is free. */
export function rowPrice(cells: GridRow['cells']): string {
  const prices = cells.filter(isNiche).flatMap(({ status, price }) => (status === 'Available' ? Number(price) : []))
  if (prices.length === 0) return ''
  const lowest = Math.floor(Math.min(...prices))
  return `${withCommas(lowest)}${Math.max(...prices) > lowest ? '+' : ''}`
}

const withCommas = (whole: number) => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')

const pageRows = 5

/** The niche that a key moves to, skipping gaps in the wall. */
export function nextNiche(
  grid: Pick<NicheGrid, 'rows' | 'columns'>,
  from: MapNiche,
  key: string,
  withControl: boolean,
): MapNiche | undefined {
  const row = grid.rows.find(({ row }) => row === from.nicheRow)?.cells.filter(isNiche) ?? []
  const at = columnIndex(grid.columns).get(labelOfColumn(from)) ?? 0
  const column = grid.rows.map(({ cells }) => cells[at]).filter(isNiche)
  const across = row.indexOf(from)
  const down = column.indexOf(from)
  const all = grid.rows.flatMap(({ cells }) => cells.filter(isNiche))
  const reached: Record<string, MapNiche | undefined> = {
    ArrowRight: row[across + 1],
    ArrowLeft: row[across - 1],
    ArrowDown: column[down + 1],
    ArrowUp: column[down - 1],
    PageDown: column[Math.min(down + pageRows, column.length - 1)],
    PageUp: column[Math.max(down - pageRows, 0)],
    Home: withControl ? all[0] : row[0],
    End: withControl ? all.at(-1) : row.at(-1),
  }
  return reached[key]
}

/** The niche through which the keyboard enters the map: the first of these that is drawn, or else the first that is. */
export function tabStopOf(grid: NicheGrid, wanted: readonly (string | undefined)[]): string | undefined {
  const drawn = grid.rows.flatMap(({ cells }) => cells.flatMap((niche) => niche?.nicheID ?? []))
  return wanted.find((nicheID) => nicheID !== undefined && drawn.includes(nicheID)) ?? drawn[0]
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const isNiche = (niche: MapNiche | undefined): niche is MapNiche => niche !== undefined
