import { memo } from 'react'
import type { BlockView, Niche } from '#contract/niches/niche.ts'
import { NicheMapWithLegend } from './NicheMapWithLegend.tsx'
import type { ScreenStatus } from './screen-status.ts'

interface NicheMapPreviewProps {
  niches: Niche[]
  view: BlockView | undefined
}

/** The map as families will see it, with nothing to choose. Memoised, so that typing beside it does not render thousands of niches. */
export const NicheMapPreview = memo(({ niches, view }: NicheMapPreviewProps) => (
  <NicheMapWithLegend
    label="Preview of the block"
    view={view}
    statuses={statuses}
    niches={niches}
    selects={false}
    selectedID={undefined}
    mayAct={never}
    foundIDs={none}
    goTo={undefined}
    disabled={false}
    onAct={doNothing}
  />
))

const statuses: readonly ScreenStatus[] = ['available']
const none: ReadonlySet<string> = new Set()
const never = () => false
const doNothing = () => undefined
