import { useMemo, useRef, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { type BlockView, placeLabel } from '#contract/niches/niche.ts'
import { Legend } from './Legend.tsx'
import { NicheMap } from './NicheMap.tsx'
import styles from './NicheMapWithLegend.module.css'
import { countByStatus, type MapNiche, type ScreenStatus } from './screen-status.ts'
import type { GridFocus } from './use-grid-focus.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

interface NicheMapWithLegendProps extends Omit<GridFocus, 'onHover'> {
  label: string
  /** Only if the block is not numbered 1, 2, 3 from the left and the top. */
  view?: BlockView | undefined
  /** For the legend. */
  statuses: readonly ScreenStatus[]
  selects: boolean
  selectedIDs?: ReadonlySet<string> | undefined
  mayAct: (niche: MapNiche) => boolean
  foundIDs: ReadonlySet<string>
  disabled: boolean
  /** Left out for a map that no stream updates. */
  isLive?: boolean
}

/** The map, with its legend above and details of the niche under the pointer or focus below. */
export function NicheMapWithLegend({ isLive, statuses, view, ...map }: NicheMapWithLegendProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const { zoom, zoomIn, zoomOut } = useZoom(viewport)
  const [hoveredID, setHoveredID] = useState<string>()
  const { niches, selectedID, selectedIDs } = map
  const counts = useMemo(
    () => countByStatus(niches, (nicheID) => selectedIDs?.has(nicheID) ?? nicheID === selectedID),
    [niches, selectedID, selectedIDs],
  )
  const hovered = niches.find(({ nicheID }) => nicheID === hoveredID)
  return (
    <div className={styles.board}>
      <Legend statuses={statuses} counts={counts} />
      <NicheMap {...map} view={view} zoom={zoom} viewport={viewport} onHover={setHoveredID} />
      <div className={styles.foot} data-screen-only>
        <p className={styles.line} aria-hidden="true">
          {hovered ? <NicheLine niche={hovered} /> : `Row ${view?.rows[0] ?? 1} is the top row. Prices in SGD.`}
        </p>
        {isLive !== undefined && (
          <p className={styles.live} data-live={isLive}>
            {isLive ? 'Live' : 'Connecting'}
          </p>
        )}
        <ZoomButtons zoomIn={zoomIn} zoomOut={zoomOut} />
      </div>
    </div>
  )
}

const NicheLine = ({ niche }: { niche: MapNiche }) => (
  <>
    <strong>{placeLabel(niche)}</strong> {niche.nicheCode}, {formatAmount(niche.price)}, {niche.status.toLowerCase()}
    {niche.hasRoom && ', room for another person'}
  </>
)
