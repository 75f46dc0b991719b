import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import type { Role } from '#contract/roles.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { BlockSelects, Directions } from './BlockSelects.tsx'
import { clickAction } from './click-rules.ts'
import { MapChips } from './MapChips.tsx'
import { mapChips } from './map-chips.ts'
import { NicheMapWithLegend } from './NicheMapWithLegend.tsx'
import { NichePanel } from './NichePanel.tsx'
import { NicheSearchPanel } from './NicheSearchPanel.tsx'
import { OpeningNotice } from './OpeningNotice.tsx'
import styles from './PickerLayout.module.css'
import type { MapNiche, ScreenStatus } from './screen-status.ts'
import type { useBlockSelection } from './use-block-selection.ts'
import type { Opening } from './use-live-block.ts'
import { type FindEndpoint, useNicheSearch } from './use-niche-search.ts'
import { useOpeningTime } from './use-opening-time.ts'
import { usePickedResult } from './use-picked-result.ts'
import { useTakenNotice } from './use-taken-notice.ts'

export interface PickerChoice<N extends MapNiche> {
  /** Decides what a click does. */
  role: Role
  selected?: N | undefined
  /** Called with undefined when the niche is deselected or taken by someone else. */
  onSelect?: (niche: N | undefined) => void
  /** For admins, who open niches instead of selecting one. */
  onOverride?: (niche: N) => void
  /** True while nothing can be chosen, such as while the form for the chosen niche is open. */
  disabled?: boolean
  /** True once a booking for the chosen niche has been sent: its change of status is then our own. */
  isOwnBooking?: boolean
  /** Asked before saying that someone else took the chosen niche. */
  isBookedByUser?: (nicheID: string) => Promise<boolean>
  /** Actions for the chosen niche, below its details. */
  panel?: (niche: N) => ReactNode
}

interface PickerLayoutProps<N extends MapNiche> extends PickerChoice<N> {
  selection: ReturnType<typeof useBlockSelection>
  /** `isCurrent` is false while the previous block is still shown. */
  block: { niches: N[] | undefined; isCurrent: boolean; isLive: boolean; opening?: Opening | undefined }
  findEndpoint: FindEndpoint
  /** For the legend. */
  statuses: readonly ScreenStatus[]
  /** What to do while no niche is chosen. */
  hint: string
}

/** Selects for building, level and block, the live map, the details of the chosen niche, and the search. */
export function PickerLayout<N extends MapNiche>({
  role,
  selected,
  onSelect,
  onOverride,
  disabled = false,
  isOwnBooking = false,
  isBookedByUser,
  panel,
  selection,
  block: { niches, isCurrent, isLive, opening },
  findEndpoint,
  statuses,
  hint,
}: PickerLayoutProps<N>) {
  const finder = useNicheSearch(findEndpoint, selection.go)
  const [announcement, setAnnouncement] = useState('')
  const selectedID = selected?.nicheID
  const shown = selection.blocks.find(({ blockID }) => blockID === selection.blockID)
  const opensWhen = useOpeningTime(opening ?? shown)
  const isDraft = shown?.isDraft === true
  const isOpen = opensWhen.opensAt === undefined && !isDraft
  const [chip, setChip] = useState<string>()
  const chips = useMemo(() => mapChips(niches ?? [], shown?.view), [niches, shown?.view])
  const pressed = chips.find(({ label }) => label === chip)
  const mayAct = useCallback(
    (niche: MapNiche) => !disabled && clickAction(niche, role, selectedID, isOpen) !== 'nothing',
    [disabled, role, selectedID, isOpen],
  )
  const act = ({ nicheID }: MapNiche) => {
    const niche = niches?.find((each) => each.nicheID === nicheID)
    if (!niche) return
    const click = disabled ? 'nothing' : clickAction(niche, role, selectedID, isOpen)
    if (click === 'override') onOverride?.(niche)
    if (click === 'select') onSelect?.(niche)
    if (click === 'deselect') onSelect?.(undefined)
    const isTooEarly = click === 'nothing' && !isOpen && niche.status === 'Available'
    setAnnouncement(isTooEarly ? `Niche ${niche.nicheCode} cannot be booked yet.` : announcements[click](niche))
  }

  /** The button is gone afterwards, so the focus goes back to the niche. */
  const close = (niche: N) => {
    act(niche)
    document.querySelector<HTMLElement>(`[data-niche="${niche.nicheID}"]`)?.focus({ preventScroll: true })
  }

  useTakenNotice({ selected, niches, isOwnBooking, isBookedByUser, onTaken: () => onSelect?.(undefined) })
  const deselect = useEffectEvent(() => onSelect?.(undefined))
  const isElsewhere =
    selected !== undefined && selection.blockID !== undefined && selected.blockID !== selection.blockID
  useEffect(() => {
    if (isElsewhere) deselect()
  }, [isElsewhere])
  usePickedResult(finder.goTo, isCurrent ? niches : undefined, (niche) => {
    if (role !== 'admin' && niche.nicheID !== selectedID) act(niche)
  })

  if (selection.hasNoBuildings) return <NoNiches role={role} />
  const chosen = niches?.find(({ nicheID }) => nicheID === selectedID) ?? selected
  return (
    <div className={styles.picker}>
      <div className={styles.layout}>
        <div className={styles.where}>
          <BlockSelects selection={selection} disabled={disabled} />
          <Directions selection={selection} />
          <OpeningNotice opening={opensWhen} isDraft={isDraft} />
        </div>
        {niches ? (
          <div className={styles.map}>
            <NicheMapWithLegend
              label={`Niches of ${describeBlock(selection)}`}
              view={shown?.view}
              statuses={statuses}
              niches={niches}
              selects={role !== 'admin'}
              selectedID={selectedID}
              mayAct={mayAct}
              foundIDs={pressed?.nicheIDs ?? finder.foundIDs}
              goTo={finder.goTo}
              disabled={disabled || !isCurrent}
              isLive={isLive}
              onAct={act}
            />
            {role !== 'admin' && <MapChips chips={chips} pressed={pressed?.label} onPress={setChip} />}
          </div>
        ) : (
          <div className={styles.waiting}>
            <Loading words="Drawing the map..." />
          </div>
        )}
        <div className={styles.side}>
          <NichePanel
            niche={chosen}
            where={describeBlock(selection)}
            hint={isOpen || role === 'admin' ? hint : closedHint}
            onClose={chosen && !disabled ? () => close(chosen) : undefined}
          >
            {chosen && panel?.(chosen)}
          </NichePanel>
          <NicheSearchPanel finder={finder} selection={selection} disabled={disabled} />
        </div>
      </div>
      <LiveRegion>{announcement}</LiveRegion>
    </div>
  )
}

const closedHint = 'The prices are beside the rows. Niches can be chosen once the block is open.'

/** In a new house, until the first block is published. */
const NoNiches = ({ role }: { role: Role }) => {
  if (role === 'admin')
    return (
      <EmptyState
        words="No block of niches is published yet."
        hint="Lay out a block of a hall, or import the register of an old house, and publish it."
      >
        <ButtonLink to={pathTo('halls')}>See the halls</ButtonLink>
      </EmptyState>
    )
  if (role === 'staff')
    return (
      <EmptyState
        words="No block of niches is published yet."
        hint="An admin publishes the first one. Then you can book here for families at the counter."
      />
    )
  return (
    <EmptyState words="We are opening soon. Our halls and niches will be shown here.">
      <ButtonLink variant="secondary" to={pathTo('about')}>
        Read about us
      </ButtonLink>
    </EmptyState>
  )
}

const announcements: Record<ReturnType<typeof clickAction>, (niche: MapNiche) => string> = {
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
