import { Callout } from '#web/ui/Callout.tsx'
import type { Change } from './list-changes.ts'

interface ChangeNoticeProps {
  changes: Change[] | undefined
  /** The server's sentence, if it refused a decision because of the change. */
  conflict: string
}

/** Shows what has changed since the clerk opened the booking, so that they can decide again. */
export function ChangeNotice({ changes, conflict }: ChangeNoticeProps) {
  if (!changes && !conflict) return null
  return (
    <Callout tone="warning">
      <p>{conflict || 'This booking has changed since you opened it.'}</p>
      {changes && <ChangeList changes={changes} />}
    </Callout>
  )
}

function ChangeList({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p>The facts shown on this page are the same as before.</p>
  return (
    <ul>
      {changes.map(({ what, was, now }) => (
        <li key={what}>
          <strong>{what}</strong>: was {was}, now <strong>{now}</strong>
        </li>
      ))}
    </ul>
  )
}
