import { useState } from 'react'

/** From when the block on screen can be booked. `open` is for when the time has come, until the server says so too. */
export function useOpening(block: { blockID: string | undefined; opensAt?: string | undefined } | undefined) {
  const [reached, setReached] = useState<string>()
  const opensAt = block?.opensAt
  const key = `${block?.blockID} ${opensAt}`
  return { opensAt: reached === key ? undefined : opensAt, open: () => setReached(key) }
}
