import { useMemo } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { useApi } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'

/** The niches with those marked in which staff, or their holder, can place another person. */
export function useRoomLeft(niches: Niche[] | undefined, blockID: string | undefined): Niche[] | undefined {
  const { userID, role } = useSignedIn()
  const ofBlock = useApi(
    bookingApi.roomLeft,
    { query: { blockID: blockID ?? '' } },
    { enabled: role === 'staff' && !!blockID },
  )
  const own = useApi(bookingApi.ofUser, { query: { userID } }, { enabled: role === 'user' })
  return useMemo(() => {
    const ownIDs = own.data?.flatMap(({ nicheID, roomLeft }) => (roomLeft ? [nicheID] : []))
    const withRoom = new Set(ofBlock.data ?? ownIDs)
    return withRoom.size === 0
      ? niches
      : niches?.map((niche) => (withRoom.has(niche.nicheID) ? { ...niche, hasRoom: true } : niche))
  }, [niches, ofBlock.data, own.data])
}
