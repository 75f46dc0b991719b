import { Minus, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { doorLabel, saysPlace } from '#contract/niches/niche.ts'
import { t, translate } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import { Money } from '#web/ui/Money.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import cell from './NicheCell.module.css'
import { NicheSample } from './NicheCell.tsx'
import { NicheMap, type NicheMapProps } from './NicheMap.tsx'
import styles from './NicheMapWithLegend.module.css'
import { countByStatus, type MapNiche, type ScreenStatus } from './screen-status.ts'
import { useZoom } from './use-zoom.ts'

type Optional = 'selectedID' | 'mayAct' | 'foundIDs' | 'goTo' | 'disabled' | 'onAct'

export interface NicheMapWithLegendProps
  extends Omit<NicheMapProps, Optional | 'zoom' | 'viewport' | 'onHover'>,
    Partial<Pick<NicheMapProps, Optional>> {
  /** The statuses in the legend. */
  statuses: readonly ScreenStatus[]
  /** Undefined for a map that no stream updates. */
  isLive?: boolean
  /** Shows the map alone. */
  folded?: boolean
}

/** A map to look at, unless its props say otherwise. */
const plainMap = {
  selectedID: undefined,
  goTo: undefined,
  mayAct: () => false,
  foundIDs: new Set<string>(),
  disabled: false,
  onAct: () => undefined,
}

/** The map, with its legend above and details of the niche under the pointer or focus below. */
export function NicheMapWithLegend({ isLive, statuses, folded = false, ...map }: NicheMapWithLegendProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const { zoom, zoomIn, zoomOut } = useZoom(viewport)
  const [hoveredID, setHoveredID] = useState<string>()
  const { niches, view, selectedID, selectedIDs } = map
  const counts = useMemo(
    () => countByStatus(niches, (nicheID) => selectedIDs?.has(nicheID) ?? nicheID === selectedID),
    [niches, selectedID, selectedIDs],
  )
  const topRow = niches.every(saysPlace) ? `${t`Row ${view?.rows[0] ?? 1} is the top row.`} ` : ''
  const hovered = niches.find(({ nicheID }) => nicheID === hoveredID)
  return (
    <div className={`${common.stack3} ${styles.board}`}>
      {!folded && <Legend statuses={statuses} counts={counts} />}
      <NicheMap {...plainMap} {...map} zoom={zoom} viewport={viewport} onHover={setHoveredID} />
      <div className={styles.foot} hidden={folded} data-screen-only>
        <p className={styles.line} aria-hidden="true">
          {hovered ? <NicheLine niche={hovered} /> : `${topRow}${t`Prices in SGD.`}`}
        </p>
        {isLive !== undefined && (
          <p className={styles.live} data-live={isLive}>
            {isLive ? t`Live` : t`Connecting`}
          </p>
        )}
        <ZoomButtons zoomIn={zoomIn} zoomOut={zoomOut} />
      </div>
    </div>
  )
}

const NicheLine = ({ niche }: { niche: MapNiche }) => (
  <>
    <strong>
      <Unbroken text={doorLabel(niche)} />
    </strong>{' '}
    {saysPlace(niche) && <Unbroken text={niche.nicheCode} />}
    {t`, `}
    <Money amount={niche.price} />
    {t`, `}
    {translate(niche.status.toLowerCase())}
    {niche.hasRoom && `${t`, `}${t`room for another person`}`}
  </>
)

/** The shape and count of each status. Collapsed on phones, where the map needs the space. Blocked is listed only if there is one. */
function Legend({
  statuses,
  counts,
}: Pick<NicheMapWithLegendProps, 'statuses'> & { counts: ReturnType<typeof countByStatus> }) {
  const isPhone = useMediaQuery('(width < 48rem)')
  const all = statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <details className={`${common.textS} ${styles.legend}`} open={!isPhone}>
      <summary>
        {t`Legend`}
        <span className={styles.count}>{t`${counts.available + counts.selected} of ${all} are available`}</span>
      </summary>
      <ul className={styles.entries} aria-label={t`Legend`}>
        {statuses
          .filter((status) => status !== 'blocked' || counts.blocked > 0)
          .map((status) => (
            <li key={status} className={cell.withSample}>
              <NicheSample status={status} />
              <span className={styles.word}>{translate(status)}</span>
              <span className={styles.count}>{counts[status]}</span>
            </li>
          ))}
      </ul>
    </details>
  )
}

interface ZoomButtonsProps {
  /** Undefined at the maximum zoom. */
  zoomIn: (() => void) | undefined
  zoomOut: (() => void) | undefined
}

const ZoomButtons = ({ zoomIn, zoomOut }: ZoomButtonsProps) => (
  <fieldset aria-label={t`Size of the map`} className={styles.zoom} data-screen-only>
    <button type="button" aria-label={t`Smaller`} aria-disabled={!zoomOut} onClick={zoomOut}>
      <Minus size={18} aria-hidden="true" />
    </button>
    <button type="button" aria-label={t`Larger`} aria-disabled={!zoomIn} onClick={zoomIn}>
      <Plus size={18} aria-hidden="true" />
    </button>
  </fieldset>
)
