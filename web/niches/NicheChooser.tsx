import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { type Click, clickAction } from './click-rules.ts'
import { MapChips, mapChips } from './MapChips.tsx'
import { NichePanel } from './NichePanel.tsx'
import { usualView } from './niche-grid.ts'
import { useBlockOpening } from './OpeningNotice.tsx'
import { describeBlock, PickerLayout } from './PickerLayout.tsx'
import type { MapNiche, ScreenStatus } from './screen-status.ts'
import type { BlockChoice } from './use-block-selection.ts'
import type { BlockOnMap } from './use-live-block.ts'
import { type FindEndpoint, useNicheSearch } from './use-niche-search.ts'
import { useTakenNotice } from './use-taken-notice.ts'
import { WallFromFloor } from './WallFromFloor.tsx'

export interface NicheChoice<N extends MapNiche> {
  selected: N | undefined
  /** Called with undefined when the niche is deselected or taken by someone else. */
  onSelect: (niche: N | undefined) => void
  /** True while nothing can be chosen, such as while the form for the chosen niche is open. */
  disabled?: boolean
  /** True once a booking for the chosen niche has been sent: its change of status is then our own. */
  isOwnBooking?: boolean
  /** Called before saying that someone else took the chosen niche. */
  isBookedByUser?: (nicheID: string) => Promise<boolean>
  /** Actions for the chosen niche, below its details. */
  panel: (niche: N) => ReactNode
}

interface NicheChooserProps<N extends MapNiche> extends NicheChoice<N> {
  /** A clerk can also choose a niche that is taken, if it has several places. */
  isStaff?: boolean
  selection: BlockChoice
  block: BlockOnMap<N>
  findEndpoint: FindEndpoint
  /** The statuses in the legend. */
  statuses: readonly ScreenStatus[]
  /** The words on what to do while no niche is chosen. */
  hint: string
}

/** The map on which families, visitors and clerks choose one niche. */
export function NicheChooser<N extends MapNiche>({
  selected,
  onSelect,
  disabled = false,
  isOwnBooking = false,
  isBookedByUser,
  panel,
  isStaff = false,
  selection,
  block,
  findEndpoint,
  statuses,
  hint,
}: NicheChooserProps<N>) {
  const { niches, isCurrent } = block
  const finder = useNicheSearch(findEndpoint, selection.go)
  const [announcement, setAnnouncement] = useState('')
  const selectedID = selected?.nicheID
  const opening = useBlockOpening(selection, block.opening)
  const { view, rowHeights, isOpen } = opening
  const [chip, setChip] = useState<string>()
  const chips = useMemo(() => mapChips(niches ?? [], { view, rowHeights }), [niches, view, rowHeights])
  const pressed = chips.find(({ label }) => label === chip)
  const clickOn = useCallback(
    (niche: MapNiche): Click =>
      disabled ? 'nothing' : clickAction(niche, { isStaff, isSelected: niche.nicheID === selectedID, isOpen }),
    [disabled, isStaff, selectedID, isOpen],
  )
  const mayAct = useCallback((niche: MapNiche) => clickOn(niche) !== 'nothing', [clickOn])
  const act = ({ nicheID }: MapNiche) => {
    const niche = niches?.find((each) => each.nicheID === nicheID)
    if (!niche) return
    const click = clickOn(niche)
    if (click !== 'nothing') onSelect(click === 'select' ? niche : undefined)
    const isTooEarly = click === 'nothing' && !isOpen && niche.status === 'Available'
    setAnnouncement(isTooEarly ? t`Niche ${niche.nicheCode} cannot be booked yet.` : announcements[click](niche))
  }

  /** The button is gone afterwards, so the focus goes back to the niche. */
  const close = (niche: N) => {
    act(niche)
    document.querySelector<HTMLElement>(`[data-niche="${niche.nicheID}"]`)?.focus({ preventScroll: true })
  }

  const deselect = useEffectEvent(() => onSelect(undefined))
  useTakenNotice({ selected, niches, isOwnBooking, isBookedByUser, onTaken: () => onSelect(undefined) })
  const isElsewhere =
    selected !== undefined && selection.blockID !== undefined && selected.blockID !== selection.blockID
  useEffect(() => {
    if (isElsewhere) deselect()
  }, [isElsewhere])
  usePickedResult(finder.goTo, isCurrent ? niches : undefined, (niche) => {
    if (niche.nicheID !== selectedID) act(niche)
  })

  if (selection.hasNoBuildings) return <NoNiches isStaff={isStaff} />
  const chosen = niches?.find(({ nicheID }) => nicheID === selectedID) ?? selected
  return (
    <>
      <PickerLayout
        selection={selection}
        block={block}
        opening={opening}
        finder={finder}
        statuses={statuses}
        selects
        selectedID={selectedID}
        mayAct={mayAct}
        foundIDs={pressed?.nicheIDs ?? finder.foundIDs}
        disabled={disabled}
        onAct={act}
        chips={<MapChips chips={chips} pressed={pressed?.label} onPress={setChip} />}
        panel={
          <NichePanel
            niche={chosen}
            where={describeBlock(selection)}
            hint={isOpen ? hint : t`The prices are beside the rows. Niches can be chosen once the block is open.`}
            onClose={chosen && !disabled ? () => close(chosen) : undefined}
          >
            {chosen && rowHeights && niches && !disabled && (
              <WallFromFloor heights={rowHeights} rows={(view ?? usualView(niches)).rows} row={chosen.nicheRow} />
            )}
            {chosen && panel(chosen)}
          </NichePanel>
        }
      />
      <LiveRegion>{announcement}</LiveRegion>
    </>
  )
}

const announcements: Record<Click, (niche: MapNiche) => string> = {
  select: ({ nicheCode, price }) => t`Niche ${nicheCode} is chosen, ${formatAmount(price)}.`,
  deselect: ({ nicheCode }) => t`Niche ${nicheCode} is no longer chosen.`,
  nothing: ({ nicheCode, status }) => t`Niche ${nicheCode} is ${translate(status.toLowerCase())}.`,
}

/** Calls `onArrival` once for each picked search result, when its block is on the map. */
function usePickedResult<N extends MapNiche>(
  goTo: { nicheID: string } | undefined,
  niches: readonly N[] | undefined,
  onArrival: (niche: N) => void,
) {
  const handled = useRef<typeof goTo>(undefined)
  const picked = niches?.find(({ nicheID }) => nicheID === goTo?.nicheID)
  const arrive = useEffectEvent(() => {
    if (!picked || handled.current === goTo) return
    handled.current = goTo
    onArrival(picked)
  })
  const isThere = picked !== undefined
  useEffect(() => {
    if (isThere && goTo) arrive()
  }, [isThere, goTo])
}

/** Shown in a new house, until the first block is published. */
const NoNiches = ({ isStaff }: { isStaff: boolean }) =>
  isStaff ? (
    <EmptyState
      words="No block of niches is published yet."
      hint="An admin publishes the first one. Then you can book here for families at the counter."
    />
  ) : (
    <EmptyState words={t`We are opening soon. Our halls and niches will be shown here.`}>
      <ButtonLink variant="secondary" to={pathTo('about')}>
        {t`Read about us`}
      </ButtonLink>
    </EmptyState>
  )
