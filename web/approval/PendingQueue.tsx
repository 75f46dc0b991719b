import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { BookingRow } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './PendingQueue.module.css'
import { PendingRow } from './PendingRow.tsx'

/** Rows are rendered in steps, because a thousand at once would block a slow computer. */
const step = 100

interface PendingQueueProps {
  rows: readonly BookingRow[]
  /** With date, amount and IDs, in several lines. */
  isDetailed: boolean
  /** The server has more rows. */
  isMore: boolean
  isBusy: boolean
  /** The last call failed: only the button tries again, not scrolling. */
  hasFailed: boolean
  onMore: () => void
}

/** Shows more rows when its end is scrolled into view: first those already loaded, then more from the server. */
export function PendingQueue({ rows, isDetailed, isMore, isBusy, hasFailed, onMore }: PendingQueueProps) {
  const [shown, setShown] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(Date.now)
  const opening = useNavigation().location?.pathname
  const grow = () => (shown < rows.length ? setShown(shown + step) : isMore && !isBusy && onMore())
  useOnVisible(end, () => !hasFailed && grow())

  return (
    <div className={styles.queue} data-detailed={isDetailed || undefined}>
      <p role="status" className={common.help}>
        {rows.length.toLocaleString('en-SG')}
        {isMore ? ' and more' : ''} waiting, the longest wait first
      </p>
      <ol className={styles.rows}>
        {rows.slice(0, shown).map((booking) => (
          <PendingRow
            key={booking.bookingID}
            booking={booking}
            now={now}
            isOpening={opening === pathTo('bookingApproval', { bookingID: booking.bookingID })}
          />
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

/** Triggers 600 px before the end, so that scrolling readers need not press the button. */
function useOnVisible(end: RefObject<HTMLElement | null>, act: () => void) {
  useEffect(() => {
    if (!end.current) return
    /** A busy browser reports several changes at once; only the last is current. */
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && act(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  })
}
