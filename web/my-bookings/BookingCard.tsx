import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { placeLabel } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { BookingBadge, BookingTypeBadge } from '#web/bookings/BookingBadge.tsx'
import styles from '#web/bookings/BookingCard.module.css'
import { nameOf } from '#web/bookings/BookingFacts.tsx'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { CertificateTask } from '#web/bookings/CertificateTask.tsx'
import { PayOrCancelNotice } from '#web/bookings/PayOrCancelNotice.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { FamilyLines } from './FamilyLines.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'

export function BookingCard({ booking }: { booking: OwnBooking }) {
  const [, setSearch] = useSearchParams()
  const [showsPayment, setShowsPayment] = useState(false)
  const { bookingID, blockName, levelNumber, buildingName, beneficiaryName, certificateRequest, actingFor } = booking
  const name = beneficiaryName.trim()
  const isUnpaid = actingFor === null && actionsFor(bookingStateOf(booking), 'user').includes('pay')

  return (
    <li className={styles.card} data-status={booking.bookingStatus}>
      <header className={styles.header}>
        <BookingBadge status={booking.bookingStatus} />
        <CopyableField value={bookingID} what="booking ID" />
      </header>
      <div className={styles.place}>
        <span className={styles.niche}>{placeLabel(booking)}</span>
        <div>
          <p className={styles.block}>Block {blockName}</p>
          <p className={common.help}>
            {buildingName}, level {levelNumber}
          </p>
        </div>
      </div>
      <p className={styles.beneficiary}>
        <span className={styles.initial} aria-hidden="true">
          {name.charAt(0).toUpperCase() || '-'}
        </span>
        <Link className={styles.name} to={pathTo('person', { bookingID })}>
          {nameOf(booking)}
        </Link>
        <BookingTypeBadge type={booking.bookingType} />
      </p>
      {actingFor !== null && <p>You help {actingFor || 'your family'} with this booking.</p>}
      <FamilyLines booking={booking} />
      {isUnpaid && <PayOrCancelNotice booking={booking} />}
      {actingFor === null && certificateRequest && <CertificateTask booking={booking} request={certificateRequest} />}
      {booking.roomLeft && (
        <div>
          <ButtonLink small variant="secondary" to={pathTo('anotherPerson', { bookingID })}>
            Place another person here
          </ButtonLink>
        </div>
      )}
      <footer className={styles.actions}>
        <Button variant="secondary" small onClick={() => setSearch({ bookingID }, { state: { opened: true } })}>
          View Details
        </Button>
        {booking.paymentID && (
          <Button variant="quiet" small onClick={() => setShowsPayment(true)}>
            Payment Info
          </Button>
        )}
      </footer>
      {showsPayment && booking.paymentID && (
        <PaymentDialog booking={booking} paymentID={booking.paymentID} onClose={() => setShowsPayment(false)} />
      )}
    </li>
  )
}
