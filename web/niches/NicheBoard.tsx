import { useMemo, useRef, useState } from 'react'
import { showAmount } from '#contract/money.ts'
import { type Niche, placeOf } from '#contract/niches/niche.ts'
import { Legend } from './Legend.tsx'
import styles from './NicheBoard.module.css'
import { NicheMap } from './NicheMap.tsx'
import { countByStatus } from './screen-status.ts'
import type { GridFocus } from './use-grid-focus.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface NicheBoardProps extends Omit<GridFocus, 'onLook'> {
  label: string
  selects: boolean
  mayAct: (niche: Niche) => boolean
  foundIDs: ReadonlySet<string>
  disabled: boolean
  isLive: boolean
}

/** The map with its legend above, and below it a line that reads out the niche one points at. */
export function NicheBoard({ isLive, ...map }: NicheBoardProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const { zoom, closer, further } = useZoom(viewport)
  const [lookedAtID, setLookedAtID] = useState<string>()
  const { niches, selectedID } = map
  const counts = useMemo(() => countByStatus(niches, selectedID), [niches, selectedID])
  const lookedAt = niches.find(({ nicheID }) => nicheID === lookedAtID)
  return (
    <div className={styles.board}>
      <Legend counts={counts} />
      <NicheMap {...map} zoom={zoom} viewport={viewport} onLook={setLookedAtID} />
      <div className={styles.foot} data-screen-only>
        <p className={styles.line} aria-hidden="true">
          {lookedAt ? <NicheLine niche={lookedAt} /> : 'Row 1 is the top row.'}
        </p>
        <p className={styles.live} data-live={isLive}>
          {isLive ? 'Live' : 'Connecting'}
        </p>
        <ZoomButtons closer={closer} further={further} />
      </div>
    </div>
  )
}

const NicheLine = ({ niche }: { niche: Niche }) => (
  <>
    <strong>{placeOf(niche)}</strong> {niche.nicheCode}, {showAmount(niche.price)}, {niche.status.toLowerCase()}
  </>
)
