import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { findNicheByText } from './find-niche.ts'
import { type NicheGrid, nextNiche, tabStopOf } from './niche-grid.ts'
import type { MapNiche } from './screen-status.ts'

export interface GridFocus {
  niches: readonly MapNiche[]
  selectedID: string | undefined
  /** The niche to scroll to and focus; a new object does it again. */
  goTo: { nicheID: string } | undefined
  onAct: (niche: MapNiche) => void
  /** Called with the niche under the pointer or the focus. */
  onHover: (nicheID: string | undefined) => void
}

/** The grid has one tab stop, arrow keys, and one listener for all niches. */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  layout: NicheGrid,
  isWhole: boolean,
  { niches, selectedID, goTo, onAct, onHover }: GridFocus,
) {
  const [focusedID, setFocusedID] = useState<string>()
  const byID = useMemo(() => new Map(niches.map((niche) => [niche.nicheID, niche])), [niches])
  const jumpTo = useTypeAhead(niches)

  const cellOf = (nicheID: string) => grid.current?.querySelector<HTMLElement>(`[data-niche="${nicheID}"]`)
  const nicheAt = ({ target }: SyntheticEvent) =>
    byID.get((target as Element).closest<HTMLElement>('[data-niche]')?.dataset.niche ?? '')

  const onKeyDown = (event: KeyboardEvent) => {
    const here = nicheAt(event)
    if (!here || event.altKey || event.metaKey) return
    const acts = event.key === 'Enter' || event.key === ' '
    const next =
      nextNiche(layout, here, event.key, event.ctrlKey) ?? (acts || event.ctrlKey ? undefined : jumpTo(event))
    if (acts) onAct(here)
    if (next) cellOf(next.nicheID)?.focus()
    if (acts || next) event.preventDefault()
  }

  /** A search result in another block gets the focus once that block is rendered. */
  const isThere = isWhole && goTo !== undefined && byID.has(goTo.nicheID)
  useEffect(() => {
    if (!isThere || !goTo) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-niche="${goTo.nicheID}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [isThere, goTo, grid])

  /** The selected niche may be outside the frame after a link, or below the sheet that its selection opens. */
  const isSelectedThere = isWhole && selectedID !== undefined && byID.has(selectedID)
  useEffect(() => {
    if (!isSelectedThere) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-niche="${selectedID}"]`)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelectedThere, selectedID, grid])

  return {
    tabStopID: tabStopOf(layout, [focusedID, selectedID, niches[0]?.nicheID]),
    handlers: {
      onKeyDown,
      onClick: (event: SyntheticEvent) => {
        const niche = nicheAt(event)
        if (niche) onAct(niche)
      },
      onFocus: (event: SyntheticEvent) => {
        const nicheID = nicheAt(event)?.nicheID
        setFocusedID(nicheID)
        onHover(nicheID)
      },
      onPointerOver: (event: SyntheticEvent) => onHover(nicheAt(event)?.nicheID),
      onPointerLeave: () => onHover(undefined),
    },
  }
}

/** The pause is long enough for someone who types with one finger. */
const pauseMs = 1500

/** Collects typed characters and returns the niche that they match so far. */
function useTypeAhead(niches: readonly MapNiche[]) {
  const typed = useRef({ text: '', at: 0 })
  return ({ key, timeStamp }: { key: string; timeStamp: number }): MapNiche | undefined => {
    if (!/^[\w-]$/.test(key)) return undefined
    const { text, at } = typed.current
    typed.current = { text: timeStamp - at > pauseMs ? key : text + key, at: timeStamp }
    return findNicheByText(niches, typed.current.text)
  }
}
