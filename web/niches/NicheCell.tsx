import { memo } from 'react'
import { type Niche, placeLabel } from '#contract/niches/niche.ts'
import styles from './NicheCell.module.css'
import { nicheLabel, type ScreenStatus, screenStatusOf } from './screen-status.ts'

interface NicheCellProps {
  niche: Niche
  /** False where a click does nothing for this role. */
  mayAct: boolean
  /** Undefined where nothing is ever chosen, only opened. */
  isSelected: boolean | undefined
  /** The one cell of the map that the Tab key stops at. */
  isTabStop: boolean
  isFound: boolean
}

/** One niche. There may be thousands, so it is drawn again only when it has changed, and listens to nothing itself. */
export const NicheCell = memo(({ niche, mayAct, isSelected, isTabStop, isFound }: NicheCellProps) => {
  const name = nicheLabel(niche)
  return (
    <td
      role="gridcell"
      className={styles.cell}
      data-niche={niche.nicheID}
      data-status={screenStatusOf(niche, isSelected === true)}
      data-found={isFound || undefined}
      data-act={mayAct || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={niche.nicheColumn}
      aria-selected={isSelected}
      aria-label={name}
      title={name}
    >
      {placeLabel(niche)}
    </td>
  )
})

/** The same arch, for the legend. */
export const NicheSample = ({ status }: { status: ScreenStatus }) => (
  <span className={[styles.cell, styles.sample].join(' ')} data-status={status} aria-hidden="true" />
)
