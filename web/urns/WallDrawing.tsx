import { Check, SearchX } from 'lucide-react'
import { groupBy } from '#contract/group-by.ts'
import { type BlockView, rowLabel, saysPlace } from '#contract/niches/niche.ts'
import { needsMark } from '#contract/urns/stock-take.ts'
import type { StockTakeNiche } from '#contract/urns/stock-take-api.ts'
import { focusHeading } from '#web/ui/focus-heading.ts'
import styles from './WallDrawing.module.css'

/** Each state has a sign, so that it does not depend on colour alone; the icons are those of the list. */
const signs = { left: null, present: <Check size={18} />, missing: <SearchX size={18} />, unexpected: '!' }
type State = keyof typeof signs | 'empty'

/** The wall as it looks, with the mark of each niche. Pressing a row leads to its list. */
export function WallDrawing({ niches, view }: { niches: readonly StockTakeNiche[]; view: BlockView | null }) {
  const { columns, rows } = arrangeWall(niches, view)
  return (
    <ul className={styles.wall} aria-label="The wall">
      {rows.map(([row, inRow]) => {
        const toMark = inRow.filter(needsMark)
        const cells = groupBy(inRow, ({ nicheColumn }) => nicheColumn)
        const marked = toMark.filter(({ mark }) => mark).length
        return (
          <li key={row}>
            <button
              type="button"
              className={styles.row}
              disabled={toMark.length === 0}
              aria-label={`${rowLabel(inRow)}: ${marked} of ${toMark.length} counted`}
              onClick={() => goToRow(row)}
            >
              <span className={styles.number}>{inRow.every(saysPlace) && row}</span>
              {columns.map((column) => {
                const state = stateOf(cells.get(column) ?? [])
                return (
                  <span key={column} className={styles.niche} data-state={state}>
                    {state && state !== 'empty' && signs[state]}
                  </span>
                )
              })}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The state of a niche. With several urns, an unexpected one counts most, then one left to count, then a missing one. */
function stateOf(urns: readonly StockTakeNiche[]): State | undefined {
  if (urns.length === 0) return undefined
  const findings = urns.map(({ mark }) => mark?.finding)
  if (findings.includes('unexpected')) return 'unexpected'
  const expected = urns.filter(needsMark)
  if (expected.length === 0) return 'empty'
  if (expected.some(({ mark }) => !mark)) return 'left'
  return findings.includes('missing') ? 'missing' : 'present'
}

export const rowHeadingID = (row: number) => `row-${row}`

function goToRow(row: number) {
  const heading = document.getElementById(rowHeadingID(row))
  focusHeading(heading?.parentElement ?? null)
}

type Spot = Pick<StockTakeNiche, 'nicheRow' | 'nicheColumn'>

/** Columns from the left and rows from the top, as on the wall. Numbers that the view does not have come last. */
export function arrangeWall<Niche extends Spot>(niches: readonly Niche[], view: BlockView | null) {
  const byRow = groupBy(niches, ({ nicheRow }) => nicheRow)
  return {
    columns: inOrder(new Set(niches.map(({ nicheColumn }) => nicheColumn)), view?.columns),
    rows: inOrder(byRow.keys(), view?.rows).map((row) => [row, byRow.get(row) ?? []] as const),
  }
}

function inOrder(numbers: Iterable<number>, known: readonly number[] = []): number[] {
  const positions = new Map(known.map((number, index) => [number, index]))
  const positionOf = (number: number) => positions.get(number) ?? known.length + number
  return [...numbers].sort((one, other) => positionOf(one) - positionOf(other))
}
