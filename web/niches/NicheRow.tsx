import { memo } from 'react'
import { NicheCell } from './NicheCell.tsx'
import styles from './NicheMap.module.css'
import { columnLabel, type GridColumn } from './niche-grid.ts'
import type { MapNiche } from './screen-status.ts'

interface NicheRowProps {
  row: number
  /** From the top, beginning with 1. */
  position: number
  /** The price of its free niches, see `rowPrice`. */
  price: string
  /** The columns rendered so far. */
  columns: readonly GridColumn[]
  /** One for each column; a place may have no niche. */
  cells: readonly (MapNiche | undefined)[]
  mayAct: (niche: MapNiche) => boolean
  /** False for admins, who open niches and never select one. */
  selects: boolean
  selectedID: string | undefined
  selectedIDs: ReadonlySet<string> | undefined
  tabStopID: string | undefined
  foundIDs: ReadonlySet<string>
}

export const NicheRow = memo(
  ({
    row,
    position,
    price,
    columns,
    cells,
    mayAct,
    selectedID,
    selectedIDs,
    selects,
    tabStopID,
    foundIDs,
  }: NicheRowProps) => (
    <tr aria-rowindex={position} className={styles.row}>
      <td className={styles.rowNumber} aria-hidden="true">
        {row}
        <span className={styles.price}>{price}</span>
      </td>
      {columns.map((column, index) => {
        const niche = cells[index]
        if (!niche) return <td key={columnLabel(column)} className={styles.gap} aria-hidden="true" />
        return (
          <NicheCell
            key={columnLabel(column)}
            niche={niche}
            position={index + 1}
            mayAct={mayAct(niche)}
            isSelected={selectedIDs?.has(niche.nicheID) ?? (selects ? niche.nicheID === selectedID : undefined)}
            isTabStop={niche.nicheID === tabStopID}
            isFound={foundIDs.has(niche.nicheID)}
          />
        )
      })}
    </tr>
  ),
  isSameRow,
)

/** The `cells` array is new after each update of the block, so compare its elements. */
function isSameRow({ cells, columns, ...before }: NicheRowProps, after: NicheRowProps): boolean {
  return (
    columns.length === after.columns.length &&
    cells.every((niche, index) => niche === after.cells[index]) &&
    (Object.keys(before) as (keyof typeof before)[]).every((name) => before[name] === after[name])
  )
}
