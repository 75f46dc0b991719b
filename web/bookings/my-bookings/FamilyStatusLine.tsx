import type { OwnBooking } from '#contract/bookings/api.ts'
import { familyStatus } from '#contract/bookings/family-status.ts'
import { restsHere } from '#web/bookings/booking-actions.ts'
import styles from './FamilyStatusLine.module.css'
import { useOwnUrn } from './use-own-urn.ts'

/** Where the booking stands and what happens next, as the letters say it too. */
export function FamilyStatusLine({ booking }: { booking: OwnBooking }) {
  const { title, reason, next } = familyStatus(booking)
  const { urn } = useOwnUrn(booking.bookingID)
  /** Once the urn has been received, the line below says where it is. */
  const isUrnKnown = restsHere(booking) && urn !== undefined
  return (
    <div className={styles.status}>
      <p className={styles.title}>{title}</p>
      {reason && <p>Our staff wrote: {reason}</p>}
      {!isUrnKnown && <p>{next}</p>}
    </div>
  )
}
