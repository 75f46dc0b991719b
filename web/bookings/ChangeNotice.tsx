import { useState } from 'react'
import { Callout } from '#web/ui/Callout.tsx'
import { type Decidable, listChanges } from './list-changes.ts'

export type ChangesSinceOpened = ReturnType<typeof useChangesSinceOpened>

/** Remembers the booking as the clerk opened it, and lists what has changed since. */
export function useChangesSinceOpened(booking: Decidable) {
  const [seen, setSeen] = useState(booking)
  const [afterOwnMove, setAfterOwnMove] = useState<number>()
  if (booking.version === afterOwnMove && seen.version !== afterOwnMove) setSeen(booking)
  return {
    /** Undefined while the version is the one the clerk opened; an empty list if nothing on screen differs. */
    changes: booking.version === seen.version ? undefined : listChanges(seen, booking),
    /** Call when the clerk's own decision on this version was accepted, so that its effects are not reported as changes. */
    noteOwnMove: (version: number) => setAfterOwnMove(version + 1),
  }
}

interface ChangeNoticeProps extends Pick<ChangesSinceOpened, 'changes'> {
  /** The server's sentence, if it refused a decision because of the change. */
  conflict: string
}

/** Shows what has changed since the clerk opened the booking, so that they can decide again. */
export const ChangeNotice = ({ changes, conflict }: ChangeNoticeProps) =>
  (changes || conflict) && (
    <Callout tone="warning">
      <p>{conflict || 'This booking has changed since you opened it.'}</p>
      {changes?.length === 0 && <p>The facts shown on this page are the same as before.</p>}
      {changes && changes.length > 0 && (
        <ul>
          {changes.map(({ what, was, now }) => (
            <li key={what}>
              <strong>{what}</strong>: was {was}, now <strong>{now}</strong>
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
