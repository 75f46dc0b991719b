import { useState } from 'react'
import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { notRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import { bookingStateOfDetail, isPending, isUnpaid } from '#web/bookings/booking-actions.ts'
import { nameForStaff } from '#web/bookings/StaffFacts.tsx'
import { waitingTime } from '#web/core/waiting-time.ts'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import styles from './BookingHeader.module.css'

/** What a clerk keeps in mind while deciding: for whom and by whom, where, which type, paid or not, and how long the family has waited. */
export function BookingHeader({ booking }: { booking: ApprovalDetail }) {
  const [now] = useState(Date.now)
  const { bookingID, customerName, nicheCode, bookingType, paymentAmount, paymentStatus, waitingSince } = booking
  const payment = isUnpaid(bookingStateOfDetail(booking)) ? 'Unpaid' : paymentStatus
  return (
    <header className={`${common.spread} ${common.surface} ${styles.header}`}>
      <h2>
        <Link to={pathTo('staffPerson', { bookingID })}>{nameForStaff(booking)}</Link>
      </h2>
      <dl className={`${common.row2} ${common.textS} ${common.numbers} ${styles.facts}`}>
        <div>
          <dt>Payer</dt>
          <dd>{orNotRecorded(customerName)}</dd>
        </div>
        <div>
          <dt>Niche code</dt>
          <dd>{nicheCode && <Code>{nicheCode}</Code>}</dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>
            <BookingTypeBadge type={bookingType} />
          </dd>
        </div>
        <div>
          <dt>{payment ?? 'Payment'}</dt>
          <dd>{paymentAmount === null ? notRecorded : formatAmount(paymentAmount)}</dd>
        </div>
        {isPending(booking) && (
          <div>
            <dt>Waiting</dt>
            <dd>
              <time dateTime={waitingSince} title={formatDateTime(waitingSince)}>
                {waitingTime(waitingSince, now)}
              </time>
            </dd>
          </div>
        )}
      </dl>
    </header>
  )
}
