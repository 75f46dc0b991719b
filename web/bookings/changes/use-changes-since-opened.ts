import { useState } from 'react'
import { type Change, type Decidable, listChanges } from './list-changes.ts'

export interface ChangesSinceOpened {
  /** None while the booking is as the clerk first saw it; an empty list if nothing on the screen differs. */
  changes: Change[] | undefined
  /** The clerk's own move was accepted for this version: what follows from it is no news to them. */
  noteOwnMove: (version: number) => void
}

/** Remembers the booking as the clerk first saw it, and tells what has changed since, however it came to be read again. */
export function useChangesSinceOpened(booking: Decidable): ChangesSinceOpened {
  const [seen, setSeen] = useState(booking)
  const [afterOwnMove, setAfterOwnMove] = useState<number>()
  if (booking.version === afterOwnMove && seen.version !== afterOwnMove) setSeen(booking)
  return {
    changes: booking.version === seen.version ? undefined : listChanges(seen, booking),
    noteOwnMove: (version) => setAfterOwnMove(version + 1),
  }
}
