import type { BookingStatus } from '#contract/bookings/booking.ts'
import type { PaymentStatus } from '#contract/payments/payment.ts'

interface HasHold {
  bookingStatus: BookingStatus
  paymentStatus: PaymentStatus
  holdExpiresAt: Date | null
}

/** Shows a booking as cancelled once its hold has lapsed, even before the background job has cancelled it. */
export function withLapsedHoldEnded<Row extends HasHold>(row: Row, now: Date): Row {
  const over = row.bookingStatus === 'Pending' && row.holdExpiresAt !== null && row.holdExpiresAt <= now
  return over ? { ...row, bookingStatus: 'Cancelled', paymentStatus: 'Failed', holdExpiresAt: null } : row
}
