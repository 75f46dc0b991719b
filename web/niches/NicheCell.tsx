import { memo } from 'react'
import { doorLabel } from '#contract/niches/niche.ts'
import styles from './NicheCell.module.css'
import { type MapNiche, nicheLabel, type ScreenStatus, screenStatusOf } from './screen-status.ts'

interface NicheCellProps {
  niche: MapNiche
  /** The number of the column from the left, beginning with 1. */
  position: number
  /** False where a click does nothing for this role. */
  mayAct: boolean
  /** Undefined for admins, who open niches and never select one. */
  isSelected: boolean | undefined
  /** The only cell of the map that the Tab key reaches. */
  isTabStop: boolean
  isFound: boolean
}

/** There may be thousands, so it re-renders only when its props change and has no event handlers; the grid has them. */
export const NicheCell = memo(({ niche, position, mayAct, isSelected, isTabStop, isFound }: NicheCellProps) => {
  const name = nicheLabel(niche)
  return (
    <td
      role="gridcell"
      className={styles.cell}
      data-niche={niche.nicheID}
      data-status={screenStatusOf(niche, isSelected === true)}
      data-found={isFound || undefined}
      data-room={niche.hasRoom}
      data-act={mayAct || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={position}
      aria-selected={isSelected}
      aria-label={name}
      title={name}
    >
      {doorLabel(niche)}
    </td>
  )
})

/** The same arch, for the legend. */
export const NicheSample = ({ status }: { status: ScreenStatus }) => (
  <span className={[styles.cell, styles.sample].join(' ')} data-status={status} aria-hidden="true" />
)
