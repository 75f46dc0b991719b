import { memo } from 'react'
import { Link } from 'react-router'
import type { BookingRow } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { useApprovalLink } from './approval-link.ts'
import { PaymentCell } from './PaymentCell.tsx'
import styles from './PendingQueue.module.css'
import { waitingTime } from './waiting-time.ts'

interface PendingRowProps {
  booking: BookingRow
  now: number
  /** It was pressed, and its page is loading. */
  isOpening: boolean
}

/** The whole row is clickable, but it contains a single link with a name. */
export const PendingRow = memo(function PendingRow({ booking, now, isOpening }: PendingRowProps) {
  const { bookingID, customerName, beneficiaryName, nicheCode, waitingSince } = booking
  return (
    <li className={styles.row} data-opening={isOpening || undefined}>
      <p className={styles.age}>
        <strong>{waitingTime(waitingSince, now)}</strong>
        <time dateTime={waitingSince}>{formatDateTime(waitingSince)}</time>
      </p>
      <p className={styles.who}>
        <Link {...useApprovalLink(bookingID)} className={styles.link}>
          {customerName}
        </Link>{' '}
        <span>for {beneficiaryName || 'Not assigned'}</span>
      </p>
      <p className={styles.what}>
        <span>
          <BookingTypeBadge type={booking.bookingType} />{' '}
          <span data-usual={booking.service === 'Niche booking' || undefined}>{booking.service}</span>
        </span>
        <span className={styles.ids}>
          {nicheCode || '-'}{' '}
          <span className={styles.id}>
            <span aria-hidden="true">·</span> {bookingID}
          </span>
        </span>
      </p>
      <p className={styles.money}>
        <PaymentCell booking={booking} />
      </p>
    </li>
  )
})
