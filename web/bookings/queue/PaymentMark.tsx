import type { BookingRow } from '#contract/bookings/api.ts'
import { isUnpaid, stateOf } from '#web/bookings/booking-state.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './FoundBookingCard.module.css'

/** The amount and how it is paid; what still has to be paid is marked. */
export const PaymentMark = ({ booking }: { booking: BookingRow }) => (
  <span className={styles.payment}>
    ${booking.paymentAmount}
    <span className={styles.method}>{booking.paymentMethod}</span>
    {isUnpaid(stateOf(booking)) && <StatusBadge tone="waiting">Unpaid</StatusBadge>}
  </span>
)
