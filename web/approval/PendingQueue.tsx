import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import type { BookingRow } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { nameForStaff } from '#web/bookings/StaffFacts.tsx'
import { waitingTime } from '#web/core/waiting-time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { useApprovalLink } from './approval-link.ts'
import { PaymentCell } from './PaymentCell.tsx'
import styles from './PendingQueue.module.css'

/** Rows are rendered in steps, because a thousand at once would block a slow computer. */
const step = 100

interface PendingQueueProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    /** Only the button tries again after an error, not scrolling. */
    isError: boolean
    fetchNextPage: () => unknown
  }
  /** The loaded rows that match the search. */
  rows: readonly BookingRow[]
  /** Shows date, amount and IDs too, in several lines. */
  isDetailed: boolean
}

/** Shows more rows when its end is scrolled into view: first those already loaded, then more from the server. */
export function PendingQueue({ query, rows, isDetailed }: PendingQueueProps) {
  const { hasNextPage: isMore, isFetchingNextPage: isBusy } = query
  const [shown, setShown] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(Date.now)
  const opening = useNavigation().location?.pathname
  const grow = () => (shown < rows.length ? setShown(shown + step) : isMore && !isBusy && query.fetchNextPage())
  useOnVisible(end, () => !query.isError && grow())

  return (
    <div className={`${common.stack3} ${styles.queue}`} data-detailed={isDetailed || undefined}>
      <p role="status" className={common.help}>
        {rows.length.toLocaleString('en-SG')}
        {isMore ? ' and more' : ''} waiting, the longest wait first
      </p>
      <ol className={`${common.surface} ${styles.rows}`}>
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

interface PendingRowProps {
  booking: BookingRow
  now: number
  /** The button was pressed, and its page is loading. */
  isOpening: boolean
}

/** The whole row leads to the decision, except the name of the person, which leads to that person. */
const PendingRow = memo(function PendingRow({ booking, now, isOpening }: PendingRowProps) {
  const { bookingID, customerName, nicheCode, waitingSince } = booking
  return (
    <li className={styles.row} data-opening={isOpening || undefined}>
      <p className={`${common.numbers} ${styles.age}`}>
        <strong>{waitingTime(waitingSince, now)}</strong>
        <time dateTime={waitingSince}>{formatDateTime(waitingSince)}</time>
      </p>
      <p className={styles.who}>
        <Link to={pathTo('staffPerson', { bookingID })} className={styles.person} title="Everything about this person">
          {nameForStaff(booking)}
        </Link>{' '}
        {booking.certificateAsked && <span>certificate asked </span>}
        <span>
          payer{' '}
          <Link
            {...useApprovalLink(bookingID)}
            className={`${common.covering} ${styles.link}`}
            title="Read the papers and decide"
          >
            {customerName}
          </Link>
        </span>
      </p>
      <p className={styles.what}>
        <span>
          <BookingTypeBadge type={booking.bookingType} />{' '}
          <span data-usual={booking.service === 'Niche booking' || undefined}>{booking.service}</span>
        </span>
        <span className={`${common.muted} ${common.numbers}`}>
          {nicheCode ? <Code>{nicheCode}</Code> : '-'}{' '}
          <span className={styles.id}>
            <span aria-hidden="true">·</span> <Code>{bookingID}</Code>
          </span>
        </span>
      </p>
      <p className={styles.money}>
        <PaymentCell booking={booking} />
      </p>
    </li>
  )
})

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
