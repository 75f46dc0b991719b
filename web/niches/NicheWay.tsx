import { useId } from 'react'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { type BlockView, doorLabel } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './NicheWay.module.css'
import { toNicheGrid } from './niche-grid.ts'
import { WallFromFloor } from './WallFromFloor.tsx'

export interface NicheWayProps {
  niche: {
    blockID: string
    blockName: string
    nicheCode: string
    nicheColumn: number
    nicheRow: number
    half: string
    view: BlockView | null
  }
  /** Lights a lamp in the niche, instead of only marking it. */
  lit?: boolean
}

/** The part of a large block that is drawn around the niche, which a phone shows without scrolling. */
const columnsShown = 12
const rowsShown = 10
const cell = { width: 24, height: 28, gap: 4 }
const margin = 24
/** Room for the outlines at the edges. */
const line = 2

/** A picture of a block with one niche marked, also for paper. The words beside it say the same, so it may fail to load. */
export function NicheWay({ niche, lit = false }: NicheWayProps) {
  const heights = useRowHeights(niche.blockID)
  const query = useApi(exploreApi.niches, { params: { blockID: niche.blockID } }, { what: 'the block' })
  if (!query.data) return query.isError ? null : <Loading words={t`Drawing the map...`} />
  const grid = toNicheGrid(query.data, niche.view ?? undefined)
  const doors = [...new Set(grid.columns.map(({ column }) => column))]
  const columns = cutAround(doors, niche.nicheColumn, columnsShown)
  const rows = cutAround(
    grid.rows.map(({ row }) => row),
    niche.nicheRow,
    rowsShown,
  )
  const numbered = (numbers: readonly number[]) => (grid.isNumbered ? numbers : [])
  const left = (column: number) => margin + columns.indexOf(column) * (cell.width + cell.gap)
  const top = (row: number) => margin + rows.indexOf(row) * (cell.height + cell.gap)
  const width = left(columns.at(-1) ?? 0) + cell.width + line
  const height = top(rows.at(-1) ?? 0) + cell.height + line
  const shown = query.data.filter(
    ({ nicheColumn, nicheRow }) => columns.includes(nicheColumn) && rows.includes(nicheRow),
  )
  const isPart = columns.length < doors.length || rows.length < grid.rows.length
  return (
    <figure className={common.stack2}>
      <svg
        role="img"
        aria-label={t`Map of block ${niche.blockName}: niche ${doorLabel(niche)} is marked`}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.map}
        data-lit={lit || undefined}
        style={{ maxWidth: width * 1.5 }}
      >
        <g className={styles.numbers}>
          {numbered(columns).map((column) => (
            <text
              key={column}
              x={left(column) + cell.width / 2}
              y={margin - 8}
              textAnchor="middle"
              data-marked={column === niche.nicheColumn || undefined}
            >
              {column}
            </text>
          ))}
          {numbered(rows).map((row) => (
            <text
              key={row}
              x={margin - 8}
              y={top(row) + cell.height / 2}
              textAnchor="end"
              dominantBaseline="central"
              data-marked={row === niche.nicheRow || undefined}
            >
              {row}
            </text>
          ))}
        </g>
        {lit && <Halo x={left(niche.nicheColumn) + cell.width / 2} y={top(niche.nicheRow) + cell.height / 2} />}
        {shown.map(({ nicheID, nicheColumn, nicheRow }) => (
          <path
            key={nicheID}
            d={arch}
            transform={`translate(${left(nicheColumn)} ${top(nicheRow)})`}
            className={styles.niche}
            data-marked={(nicheColumn === niche.nicheColumn && nicheRow === niche.nicheRow) || undefined}
          />
        ))}
      </svg>
      {isPart && (
        <figcaption className={common.help}>
          {t`This is a part of the block, which has ${doors.length} columns and ${grid.rows.length} rows.`}
        </figcaption>
      )}
      {heights && <WallFromFloor heights={heights} rows={grid.rows.map(({ row }) => row)} row={niche.nicheRow} />}
    </figure>
  )
}

function useRowHeights(blockID: string) {
  const halls = useApi(exploreApi.halls, {}, { what: 'halls' }).data
  const blocks = halls?.flatMap(({ levels }) => levels.flatMap(({ blocks }) => blocks))
  return blocks?.find((block) => block.blockID === blockID)?.rowHeights
}

function Halo({ x, y }: { x: number; y: number }) {
  const id = useId()
  return (
    <>
      <radialGradient id={id}>
        <stop offset="20%" className={styles.glow} />
        <stop offset="100%" className={styles.glow} stopOpacity="0" />
      </radialGradient>
      <circle cx={x} cy={y} r={cell.height * 1.5} fill={`url(#${id})`} />
    </>
  )
}

const radius = cell.width / 2
const arch = `M0 ${cell.height}V${radius}a${radius} ${radius} 0 0 1 ${cell.width} 0V${cell.height}Z`

/** Returns so many entries of a list at most, with this one as near to the middle as the list allows. */
export function cutAround<T>(list: readonly T[], wanted: T, most: number): T[] {
  const middle = list.indexOf(wanted) - Math.floor(most / 2)
  const start = Math.max(0, Math.min(middle, list.length - most))
  return list.slice(start, start + most)
}
