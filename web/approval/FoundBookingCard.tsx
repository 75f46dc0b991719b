import type { BookingRow } from '#contract/bookings/api.ts'
import { notRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { BookingBadge } from '#web/bookings/BookingBadge.tsx'
import { isPending, showsArchive } from '#web/bookings/booking-actions.ts'
import { Facts } from '#web/ui/Card.tsx'
import { ArchiveButton } from './ArchiveButton.tsx'
import styles from './FoundBookingCard.module.css'
import { OpenBookingLink } from './OpenBookingLink.tsx'
import { PaymentCell } from './PaymentCell.tsx'
import { QuickApprove } from './QuickApprove.tsx'

interface FoundBookingCardProps {
  booking: BookingRow
  /** It was archived on this page a moment ago, so it stays where it was and says so. */
  isJustArchived: boolean
  onArchived: () => void
}

/** One booking for a clerk with the family at the counter: whose, where, paid or not, and what can be done now. */
export function FoundBookingCard({ booking, isJustArchived, onArchived }: FoundBookingCardProps) {
  const { bookingID, customerName, nicheID, nicheCode, beneficiaryName } = booking
  const isWaiting = isPending(booking)
  return (
    <li className={styles.card}>
      <header className={styles.header}>
        <h2 className={styles.name}>{orNotRecorded(customerName)}</h2>
        <BookingBadge status={booking.bookingStatus} />
      </header>
      <Facts
        facts={[
          ['Niche code', nicheCode || '-'],
          ['Niche ID', <code key="niche">{nicheID || '-'}</code>],
          ['Beneficiary', beneficiaryName || (booking.madeBy === 'import' ? notRecorded : 'Not assigned')],
          ['Payment', <PaymentCell key="payment" booking={booking} />],
          ['Booking ID', <code key="id">{bookingID}</code>],
        ]}
      />
      <footer className={styles.actions}>
        <OpenBookingLink bookingID={bookingID} words={isWaiting ? 'View Details' : 'Open booking'} />
        {isWaiting && <QuickApprove booking={booking} />}
        {showsArchive(booking) && <ArchiveButton booking={booking} onArchived={onArchived} />}
        {isJustArchived && (
          <p className={styles.why}>Archived just now. Its place in niche {nicheCode} is free again.</p>
        )}
      </footer>
    </li>
  )
}
