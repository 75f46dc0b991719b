import type { BookingRow } from '#contract/bookings/api.ts'
import { notRecorded } from '#contract/registers/partial-date.ts'
import { bookingStateOf, isUnpaid } from '#web/bookings/booking-actions.ts'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import styles from './FoundBookingCard.module.css'

/** Amount, method and payment status. 'Unpaid' instead of 'Pending', which here is the booking's status. */
export const PaymentCell = ({ booking }: { booking: BookingRow }) =>
  booking.paymentStatus ? (
    <span className={styles.payment}>
      <span>${booking.paymentAmount}</span>
      <span className={styles.method}>{booking.paymentMethod}</span>
      <PaymentBadge status={booking.paymentStatus} {...(isUnpaid(bookingStateOf(booking)) && { label: 'Unpaid' })} />
    </span>
  ) : (
    <span className={styles.payment}>{notRecorded}</span>
  )
