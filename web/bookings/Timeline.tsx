import { formatDateTime } from '#contract/dates.ts'
import type { TimelineEntry } from '#contract/family/timeline.ts'
import { Card } from '#web/ui/Card.tsx'
import { Email } from '#web/ui/Email.tsx'
import styles from './Timeline.module.css'

/** Who did what and when. Latest first, because clerks usually ask about the last change. */
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
      <strong>{keepCodes(what)}</strong>
      {by && ` by ${by}`}
      {to && (
        <>
          {' to '}
          <Email address={to} />
        </>
      )}
    </p>
    {note && <p>{note}</p>}
    <time dateTime={at}>{formatDateTime(at)}</time>
  </>
)

/** The subject of a letter may have the ID of its booking, which would break after its letter. */
const keepCodes = (text: string) =>
  text.split(/(\bB-[0-9A-Z]{10}\b)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.code}>
        {part}
      </span>
    ),
  )
