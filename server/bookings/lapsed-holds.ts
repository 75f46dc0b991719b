import type { BookingStatus } from '#contract/bookings/booking.ts'
import type { PaymentStatus } from '#contract/payments/payment.ts'

interface HasHold {
  bookingStatus: BookingStatus
  paymentStatus: PaymentStatus
  holdExpiresAt: Date | null
}

/** A hold that is over is shown as ended, though the sweeper has not passed by. */
export function withLapsedHoldEnded<Row extends HasHold>(row: Row, now: Date): Row {
  const over = row.bookingStatus === 'Pending' && row.holdExpiresAt !== null && row.holdExpiresAt <= now
  return over ? { ...row, bookingStatus: 'Cancelled', paymentStatus: 'Failed', holdExpiresAt: null } : row
}
