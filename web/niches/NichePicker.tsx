import { useMemo } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { type NicheChoice, NicheChooser } from './NicheChooser.tsx'
import { legendStatuses } from './screen-status.ts'
import { useBlockSelection } from './use-block-selection.ts'
import { useLiveBlock } from './use-live-block.ts'
import { useLocations } from './use-locations.ts'

/** The map on which families, and clerks for them, choose a niche to book. */
export function NichePicker({ isHidden, ...choice }: NicheChoice<Niche> & { isHidden: boolean }) {
  const isStaff = useSignedIn().role === 'staff'
  const selection = useBlockSelection(useLocations, isHidden)
  const block = useLiveBlock(selection.blockID)
  const { niches, isReady } = useRoomLeft(block.niches, selection.blockID)
  return (
    <div style={{ visibility: isReady ? 'visible' : 'hidden' }}>
      <NicheChooser
        {...choice}
        isStaff={isStaff}
        selection={selection}
        block={{ ...block, niches }}
        findEndpoint={nicheApi.find}
        statuses={legendStatuses}
        hint={
          isStaff
            ? 'Choose a free niche on the map. Its place and price appear here.'
            : t`Choose a free niche on the map. Its place and price appear here, and the form below.`
        }
      />
    </div>
  )
}

/**
 * Marks the niches in which staff, or the holder, can place another person. Ready once the bookings of a family are known: a notice about
 * one that is not paid moves the map down.
 */
function useRoomLeft(niches: Niche[] | undefined, blockID: string | undefined) {
  const { userID, role } = useSignedIn()
  const ofBlock = useApi(
    bookingApi.roomLeft,
    { query: { blockID: blockID ?? '' } },
    { enabled: role === 'staff' && !!blockID },
  )
  const own = useApi(bookingApi.ofUser, { query: { userID } }, { enabled: role === 'user' })
  const marked = useMemo(() => {
    const ownIDs = own.data?.flatMap(({ nicheID, roomLeft }) => (roomLeft ? [nicheID] : []))
    const withRoom = new Set(ofBlock.data ?? ownIDs)
    return withRoom.size === 0
      ? niches
      : niches?.map((niche) => (withRoom.has(niche.nicheID) ? { ...niche, hasRoom: true } : niche))
  }, [niches, ofBlock.data, own.data])
  return { niches: marked, isReady: !own.isLoading || own.failureCount > 0 }
}
