import { type CSSProperties, memo, type RefObject, useId, useMemo, useRef } from 'react'
import type { BlockView } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import { NicheCell } from './NicheCell.tsx'
import styles from './NicheMap.module.css'
import { columnLabel, type GridColumn, type GridRow, rowPrice, toNicheGrid } from './niche-grid.ts'
import type { MapNiche } from './screen-status.ts'
import { type GridFocus, useGridFocus } from './use-grid-focus.ts'
import { useProgressiveRendering } from './use-progressive-rendering.ts'

export interface NicheMapProps extends GridFocus {
  label: string
  view: BlockView | undefined
  /** False for admins, who open niches and never select one. */
  selects: boolean
  /** All niches that are selected, where many can be. */
  selectedIDs?: ReadonlySet<string> | undefined
  mayAct: (niche: MapNiche) => boolean
  foundIDs: ReadonlySet<string>
  disabled: boolean
  zoom: number
  viewport: RefObject<HTMLDivElement | null>
}

/** A block as an ARIA grid, which scrolls inside its own frame and not with the page. */
export const NicheMap = memo((props: NicheMapProps) => {
  const { label, view, niches, selects, selectedID, selectedIDs, mayAct, foundIDs, disabled, zoom, viewport } = props
  const helpID = useId()
  const grid = useRef<HTMLTableElement>(null)
  const layout = useMemo(() => toNicheGrid(niches, view), [niches, view])
  const prices = useMemo(() => layout.rows.map(({ cells }) => rowPrice(cells)), [layout])
  const { isWhole, columnsOf } = useProgressiveRendering(layout, niches[0]?.blockID)
  const { tabStopID, handlers } = useGridFocus(grid, layout, isWhole, props)
  return (
    <div
      ref={viewport}
      className={`${common.surface} ${styles.viewport}`}
      style={sizes(layout.columns.length, zoom, prices)}
      data-zoom={zoom < 0.9 ? 'far' : 'near'}
    >
      <div className={styles.wall}>
        <table
          ref={grid}
          role="grid"
          aria-label={label}
          aria-describedby={helpID}
          aria-rowcount={layout.rows.length}
          aria-colcount={layout.columns.length}
          aria-multiselectable={selectedIDs ? true : undefined}
          aria-disabled={disabled || undefined}
          className={styles.grid}
          data-high={layout.rows.length > rowsOnScreen || undefined}
          {...handlers}
        >
          <thead aria-hidden="true">
            <tr className={styles.columnNumbers}>
              {layout.columns.map((column) => (
                <td key={columnLabel(column)}>{layout.isNumbered && columnLabel(column)}</td>
              ))}
            </tr>
          </thead>
          <tbody>
            {layout.rows.map(({ row, cells }, index) => (
              <NicheRow
                key={row}
                row={row}
                isNumbered={layout.isNumbered}
                position={index + 1}
                price={prices[index] ?? ''}
                columns={columnsOf(index + 1)}
                cells={cells}
                mayAct={mayAct}
                selects={selects}
                selectedIDs={selectedIDs}
                selectedID={ifAmong(cells, selectedID)}
                tabStopID={ifAmong(cells, tabStopID)}
                foundIDs={foundIDs}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id={helpID} hidden>
        {layout.isNumbered
          ? t`Move with the arrow keys and choose with Enter. Type a place such as 3-5, or a code, to go there.`
          : t`Move with the arrow keys and choose with Enter. Type a code to go there.`}
      </p>
    </div>
  )
})

/** The number of rows above which rows off screen are not painted. */
const rowsOnScreen = 20

/** The labels of the rows are as wide as the longest price needs. */
const sizes = (columns: number, zoom: number, prices: readonly string[]) =>
  ({
    '--columns': columns,
    '--zoom': zoom,
    '--label-length': Math.max(...prices.map(({ length }) => length), 2),
  }) as CSSProperties

/** The ID is passed only to the row that contains the niche, so that the other rows do not re-render. */
const ifAmong = (cells: GridRow['cells'], nicheID: string | undefined) =>
  nicheID !== undefined && cells.some((niche) => niche?.nicheID === nicheID) ? nicheID : undefined

interface NicheRowProps
  extends GridRow,
    Pick<NicheMapProps, 'mayAct' | 'selects' | 'selectedID' | 'selectedIDs' | 'foundIDs'> {
  isNumbered: boolean
  /** The number of the row from the top, beginning with 1. */
  position: number
  /** The price of its free niches, see `rowPrice`. */
  price: string
  /** The columns rendered so far. */
  columns: readonly GridColumn[]
  tabStopID: string | undefined
}

const NicheRow = memo((props: NicheRowProps) => {
  const { row, cells, isNumbered, position, price, columns } = props
  const { mayAct, selects, selectedID, selectedIDs, tabStopID, foundIDs } = props
  return (
    <tr aria-rowindex={position} className={styles.row}>
      <td className={styles.rowNumber} aria-hidden="true">
        {isNumbered && row}
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
  )
}, isSameRow)

/** The `cells` array is new after each update of the block, so compare its elements. */
function isSameRow({ cells, columns, ...before }: NicheRowProps, after: NicheRowProps): boolean {
  return (
    columns.length === after.columns.length &&
    cells.every((niche, index) => niche === after.cells[index]) &&
    (Object.keys(before) as (keyof typeof before)[]).every((name) => before[name] === after[name])
  )
}
