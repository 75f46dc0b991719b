import type { BookingRow } from '#contract/bookings/api.ts'
import { bookingStateOf, isUnpaid } from '#web/bookings/booking-actions.ts'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import styles from './FoundBookingCard.module.css'

/** The amount, how it is paid and whether it is: 'Unpaid' rather than 'Pending', which here is the booking's own status. */
export const PaymentCell = ({ booking }: { booking: BookingRow }) => (
  <span className={styles.payment}>
    ${booking.paymentAmount}
    <span className={styles.method}>{booking.paymentMethod}</span>
    <PaymentBadge status={booking.paymentStatus} {...(isUnpaid(bookingStateOf(booking)) && { label: 'Unpaid' })} />
  </span>
)
