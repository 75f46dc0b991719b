import { useState } from 'react'

interface OpeningBlock {
  blockID: string | undefined
  opensAt?: string | undefined
}

/** From when the block on screen can be booked. `open` is for when the time has come, until the server says so too. */
export function useOpeningTime(block: OpeningBlock | undefined) {
  const [reached, setReached] = useState<string>()
  const [awaitedID, setAwaitedID] = useState<string>()
  const key = `${block?.blockID} ${block?.opensAt}`
  const opensAt = reached === key ? undefined : block?.opensAt
  if (opensAt !== undefined && awaitedID !== block?.blockID) setAwaitedID(block?.blockID)
  return {
    opensAt,
    /** True if the block has opened while it was on screen. */
    hasOpened: opensAt === undefined && awaitedID !== undefined && awaitedID === block?.blockID,
    open: () => setReached(key),
  }
}
