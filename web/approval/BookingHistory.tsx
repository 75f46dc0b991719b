import type { BookingHistoryEntry } from '#contract/bookings/api.ts'
import { bookingEventWords } from '#contract/bookings/transitions.ts'
import { formatDateTime } from '#contract/dates.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './BookingHistory.module.css'

/** Who did what and when. Latest first, because clerks usually ask about the last change. */
export const BookingHistory = ({ entries }: { entries: readonly BookingHistoryEntry[] }) => (
  <Card title="History">
    <ol className={styles.entries}>
      {entries.toReversed().map((entry) => (
        <li key={`${entry.at} ${entry.event}`}>
          <HistoryEntry entry={entry} />
        </li>
      ))}
    </ol>
  </Card>
)

export const HistoryEntry = ({ entry: { at, event, actorName, reason } }: { entry: BookingHistoryEntry }) => (
  <>
    <p>
      <strong>{sentenceCase(bookingEventWords[event].past)}</strong> by {actorName}
    </p>
    {reason && <p>{reason}</p>}
    <time dateTime={at}>{formatDateTime(at)}</time>
  </>
)

const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
