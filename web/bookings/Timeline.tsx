import { formatDateTime } from '#contract/dates.ts'
import type { TimelineEntry } from '#contract/family/timeline.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Email } from '#web/ui/Email.tsx'
import styles from './Timeline.module.css'

/** The moves of a booking, by whom and when. The latest comes first, because clerks usually ask about the last change. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <Card title="History">
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.what} ${entry.to}`}>
          <Happened {...entry} />
        </li>
      ))}
    </ol>
  </Card>
)

export const Happened = ({ at, what, by, to, note }: TimelineEntry) => (
  <>
    <p>
      <strong>
        <Unbroken text={what} />
      </strong>
      {by && ` by ${by}`}
      {to && (
        <>
          {' to '}
          <Email address={to} />
        </>
      )}
    </p>
    {note && (
      <p>
        <Unbroken text={note} />
      </p>
    )}
    <time dateTime={at}>{formatDateTime(at)}</time>
  </>
)
