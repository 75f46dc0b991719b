import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import type { BookingRow } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { PaymentCell } from './PaymentCell.tsx'
import styles from './PendingQueue.module.css'
import { waitingTime } from './waiting-time.ts'

/** The whole row is clickable, but it contains a single link with a name. */
export const PendingRow = memo(function PendingRow({ booking, now }: { booking: BookingRow; now: number }) {
  const { pathname, search } = useLocation()
  const { bookingID, customerName, beneficiaryName, nicheCode, waitingSince } = booking
  return (
    <li className={styles.row}>
      <p className={styles.age}>
        <strong>{waitingTime(waitingSince, now)}</strong>
        <time dateTime={waitingSince}>{formatDateTime(waitingSince)}</time>
      </p>
      <p className={styles.who}>
        <Link to={pathTo('bookingApproval', { bookingID })} state={{ from: pathname + search }} className={styles.link}>
          {customerName}
        </Link>
        <span>for {beneficiaryName || 'Not assigned'}</span>
      </p>
      <p className={styles.what}>
        <span>
          <BookingTypeBadge type={booking.bookingType} /> {booking.service}
        </span>
        <span className={styles.ids}>
          {nicheCode || '-'} <span aria-hidden="true">·</span> {bookingID}
        </span>
      </p>
      <p className={styles.money}>
        <PaymentCell booking={booking} />
      </p>
    </li>
  )
})
