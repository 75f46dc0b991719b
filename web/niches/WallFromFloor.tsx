import { eyes, heightInWords, middleOfRow, type RowHeights } from '#contract/niches/row-heights.ts'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import styles from './WallFromFloor.module.css'

interface WallFromFloorProps {
  heights: RowHeights
  /** The numbers of the rows from the top, and of the one in which the niche is. */
  rows: readonly number[]
  row: number
}

const wall = { left: 128, width: 72 }
const margin = 4
/** The top of the head is above the eyes. */
const foreheadCm = 12

/** Shows at which height a niche is, with somebody who stands and somebody who sits before the wall. One centimetre is one unit. */
export function WallFromFloor({ heights, rows, row }: WallFromFloorProps) {
  const { lowestCm, rowCm } = heights
  const height = Math.max(lowestCm + rows.length * rowCm, eyes.standingCm + foreheadCm) + margin
  const words = heightInWords(middleOfRow(heights, rows.indexOf(row) + 1, rows.length))
  return (
    <figure className={`${common.row3} ${common.bottom}`}>
      <svg
        viewBox={`0 0 ${wall.left + wall.width + margin} ${height + margin}`}
        className={styles.wall}
        aria-hidden="true"
      >
        {rows.map((number, index) => (
          <rect
            key={number}
            x={wall.left}
            y={height - lowestCm - (rows.length - index) * rowCm}
            width={wall.width}
            height={rowCm}
            className={styles.row}
            data-marked={number === row || undefined}
          />
        ))}
        <path d={`M0 ${height}H${wall.left + wall.width + margin}`} className={styles.floor} />
        <g transform={`translate(30 ${height})`} className={styles.person}>
          <circle cy={-eyes.standingCm} r={foreheadCm} />
          <path d="M-17 -85v-38a17 17 0 0 1 34 0v38h-7V0h-20v-85Z" />
        </g>
        <g transform={`translate(84 ${height})`} className={styles.person}>
          <circle cy={-eyes.sittingCm} r={foreheadCm} />
          <path d="M-17 -40v-43a17 17 0 0 1 34 0v24h12V0h-12v-36Z" />
        </g>
      </svg>
      <figcaption className={common.textS}>{t`The niche is ${words}.`}</figcaption>
    </figure>
  )
}
