import { useState } from 'react'
import { type Change, type Decidable, listChanges } from './list-changes.ts'

export interface ChangesSinceOpened {
  /** Undefined while the version is the one the clerk opened; an empty list if nothing on screen differs. */
  changes: Change[] | undefined
  /** Call when the clerk's own decision on this version was accepted, so that its effects are not reported as changes. */
  noteOwnMove: (version: number) => void
}

/** Remembers the booking as the clerk opened it, and lists what has changed since. */
export function useChangesSinceOpened(booking: Decidable): ChangesSinceOpened {
  const [seen, setSeen] = useState(booking)
  const [afterOwnMove, setAfterOwnMove] = useState<number>()
  if (booking.version === afterOwnMove && seen.version !== afterOwnMove) setSeen(booking)
  return {
    changes: booking.version === seen.version ? undefined : listChanges(seen, booking),
    noteOwnMove: (version) => setAfterOwnMove(version + 1),
  }
}
