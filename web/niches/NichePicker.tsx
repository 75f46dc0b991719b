import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import type { Role } from '#contract/roles.ts'
import { type PickerChoice, PickerLayout } from './PickerLayout.tsx'
import { legendStatuses } from './screen-status.ts'
import { useBlockSelection } from './use-block-selection.ts'
import { useLiveBlock } from './use-live-block.ts'
import { useLocations } from './use-locations.ts'
import { useRoomLeft } from './use-room-left.ts'

function hintFor(role: Role): string {
  if (role === 'admin') return 'Choose any niche to read its history or to change its status.'
  return `Choose a free niche on the map. Its place and price appear here${role === 'user' ? ', and the form below' : ''}.`
}

/** The map for people who are signed in. */
export function NichePicker({ isHidden, ...props }: PickerChoice<Niche> & { isHidden?: boolean }) {
  const selection = useBlockSelection(useLocations, isHidden)
  const block = useLiveBlock(selection.blockID)
  const niches = useRoomLeft(block.niches, selection.blockID)
  return (
    <PickerLayout
      {...props}
      selection={selection}
      block={{ ...block, niches }}
      findEndpoint={nicheApi.find}
      statuses={legendStatuses}
      hint={hintFor(props.role)}
    />
  )
}
