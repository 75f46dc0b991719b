import type { BookingRow } from '#contract/bookings/api.ts'
import { isUnpaid, stateOf } from '#web/bookings/booking-state.ts'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import styles from './FoundBookingCard.module.css'

/** The amount, how it is paid and whether it is: 'Unpaid' rather than 'Pending', which here is the booking's own status. */
export const PaymentMark = ({ booking }: { booking: BookingRow }) => (
  <span className={styles.payment}>
    ${booking.paymentAmount}
    <span className={styles.method}>{booking.paymentMethod}</span>
    <PaymentBadge status={booking.paymentStatus} {...(isUnpaid(stateOf(booking)) && { label: 'Unpaid' })} />
  </span>
)
