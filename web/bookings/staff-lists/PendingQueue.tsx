import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BookingRow } from '#contract/bookings/api.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './PendingQueue.module.css'
import { PendingRow } from './PendingRow.tsx'

/** So many rows are put on screen at a time: a thousand at once would hold up a slow computer. */
const step = 100

interface PendingQueueProps {
  rows: readonly BookingRow[]
  /** The server has more than these. */
  isMore: boolean
  isBusy: boolean
  /** The last call did not come back: then only the button asks again. */
  hasFailed: boolean
  onMore: () => void
}

/** Grows as the reader comes to its end: first from what is here, then from the server. */
export function PendingQueue({ rows, isMore, isBusy, hasFailed, onMore }: PendingQueueProps) {
  const [shown, setShown] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(Date.now)
  const grow = () => (shown < rows.length ? setShown(shown + step) : isMore && !isBusy && onMore())
  useWhenSeen(end, () => !hasFailed && grow())

  return (
    <div className={styles.queue}>
      <p role="status" className={styles.count}>
        {rows.length.toLocaleString('en-SG')}
        {isMore ? ' and more' : ''} waiting
      </p>
      <ol className={styles.rows}>
        {rows.slice(0, shown).map((booking) => (
          <PendingRow key={booking.bookingID} booking={booking} now={now} />
        ))}
      </ol>
      {(shown < rows.length || isMore) && (
        <div ref={end} className={styles.end}>
          <Button variant="secondary" busy={isBusy} onClick={grow}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** Watches from well before the end, so that a reader who scrolls does not have to press; the button serves everyone else. */
function useWhenSeen(end: RefObject<HTMLElement | null>, act: () => void) {
  useEffect(() => {
    if (!end.current) return
    /** A busy browser tells several changes at once: only the last is still true. */
    const seen = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && act(), { rootMargin: '600px' })
    seen.observe(end.current)
    return () => seen.disconnect()
  })
}
