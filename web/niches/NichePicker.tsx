import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import type { Niche } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { BlockSelects } from './BlockSelects.tsx'
import { clickAction } from './click-rules.ts'
import { NicheMapWithLegend } from './NicheMapWithLegend.tsx'
import { NichePanel } from './NichePanel.tsx'
import styles from './NichePicker.module.css'
import { NicheSearchPanel } from './NicheSearchPanel.tsx'
import { useBlockSelection } from './use-block-selection.ts'
import { useLiveBlock } from './use-live-block.ts'
import { useNicheSearch } from './use-niche-search.ts'
import { useTakenNotice } from './use-taken-notice.ts'

interface NichePickerProps {
  /** Decides what a click does. */
  role: Role
  selected?: Niche | undefined
  /** Called with undefined when the niche is deselected or taken by someone else. */
  onSelect?: (niche: Niche | undefined) => void
  /** For admins, who open niches instead of selecting one. */
  onOverride?: (niche: Niche) => void
  /** True while nothing can be chosen, such as while the form for the chosen niche is open. */
  disabled?: boolean
  /** True once a booking for the chosen niche has been sent: its change of status is then our own. */
  isOwnBooking?: boolean
  /** Actions for the chosen niche, below its details. */
  panel?: (niche: Niche) => ReactNode
}

const hints: Record<Role, string> = {
  user: 'Choose a free niche on the map. Its place and price appear here, and the form below.',
  staff: 'Choose a free niche on the map. Its place and price appear here.',
  admin: 'Choose any niche to read its history or to change its status.',
}

/** Selects for building, level and block, the live map, and the details of the chosen niche. */
export function NichePicker({
  role,
  selected,
  onSelect,
  onOverride,
  disabled = false,
  isOwnBooking = false,
  panel,
}: NichePickerProps) {
  const place = useBlockSelection()
  const { niches, isCurrent, isLive } = useLiveBlock(place.blockID)
  const finder = useNicheSearch(place.go)
  const [announcement, setAnnouncement] = useState('')
  const selectedID = selected?.nicheID
  const mayAct = useCallback(
    (niche: Niche) => !disabled && clickAction(niche, role, selectedID) !== 'nothing',
    [disabled, role, selectedID],
  )
  const act = (niche: Niche) => {
    const click = disabled ? 'nothing' : clickAction(niche, role, selectedID)
    if (click === 'override') onOverride?.(niche)
    if (click === 'select') onSelect?.(niche)
    if (click === 'deselect') onSelect?.(undefined)
    setAnnouncement(announcements[click](niche))
  }

  useTakenNotice({ selected, niches, isOwnBooking, onTaken: () => onSelect?.(undefined) })
  const deselect = useEffectEvent(() => onSelect?.(undefined))
  const isElsewhere = selected !== undefined && place.blockID !== undefined && selected.blockID !== place.blockID
  useEffect(() => {
    if (isElsewhere) deselect()
  }, [isElsewhere])

  const chosen = niches?.find(({ nicheID }) => nicheID === selectedID) ?? selected
  return (
    <div className={styles.picker}>
      <div className={styles.layout}>
        <BlockSelects place={place} disabled={disabled} />
        {niches ? (
          <NicheMapWithLegend
            label={`Niches of ${describeBlock(place)}`}
            niches={niches}
            selects={role !== 'admin'}
            selectedID={selectedID}
            mayAct={mayAct}
            foundIDs={finder.foundIDs}
            goTo={finder.goTo}
            disabled={disabled || !isCurrent}
            isLive={isLive}
            onAct={act}
          />
        ) : (
          <div className={styles.waiting}>
            <Loading words="Drawing the map..." />
          </div>
        )}
        <div className={styles.side}>
          <NichePanel niche={chosen} where={describeBlock(place)} hint={hints[role]}>
            {chosen && panel?.(chosen)}
          </NichePanel>
          <NicheSearchPanel finder={finder} place={place} disabled={disabled} />
        </div>
      </div>
      <LiveRegion>{announcement}</LiveRegion>
    </div>
  )
}

const announcements: Record<ReturnType<typeof clickAction>, (niche: Niche) => string> = {
  select: ({ nicheCode, price }) => `Niche ${nicheCode} is chosen, ${formatAmount(price)}.`,
  deselect: ({ nicheCode }) => `Niche ${nicheCode} is no longer chosen.`,
  override: () => '',
  nothing: ({ nicheCode, status }) => `Niche ${nicheCode} is ${status.toLowerCase()}.`,
}

function describeBlock({
  buildings,
  levels,
  blocks,
  buildingID,
  levelID,
  blockID,
}: ReturnType<typeof useBlockSelection>): string {
  const building = buildings.find((each) => each.buildingID === buildingID)?.buildingName ?? ''
  const level = levels.find((each) => each.levelID === levelID)?.levelNumber ?? ''
  const block = blocks.find((each) => each.blockID === blockID)?.blockName ?? ''
  return `${building}, level ${level}, block ${block}`
}
