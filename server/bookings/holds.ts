import { and, eq, gt, isNotNull, isNull, lte, or, type Placeholder } from 'drizzle-orm'
import type { BookingStatus } from '#contract/bookings/booking.ts'
import type { PaymentStatus } from '#contract/payments/payment.ts'
import { bookings } from '#server/database/schema.ts'

type Booking = typeof bookings.$inferSelect
type Hold = Pick<Booking, 'bookingStatus' | 'holdExpiresAt'>

/** When the hold of a booking submitted at this time lapses. */
export const holdEnd = (holdMinutes: number, submittedAt: Date) =>
  new Date(submittedAt.getTime() + holdMinutes * 60_000)

// Each rule is written twice: for a row that has been read, and for the `where` of a query. `holds.test.ts` compares them, and
// `isActive` with `whereActive`.

/** The status is written as text, because the index of pending bookings does not serve a parameter. */
const whereStatusPending = eq(bookings.bookingStatus, 'Pending').inlineParams()

/** Active: keeps its place in the niche, as in the index `bookings_one_active_per_place`. Includes a lapsed hold until something ends it. */
export const isActive = ({ bookingStatus, bookingType }: Pick<Booking, 'bookingStatus' | 'bookingType'>) =>
  (bookingStatus === 'Pending' || bookingStatus === 'Confirmed') && bookingType !== 'Archived'

/** The approved bookings, as in `isApproved`. */
export const whereApproved = and(
  eq(bookings.bookingStatus, 'Confirmed').inlineParams(),
  eq(bookings.bookingType, 'Current').inlineParams(),
)

/** Unpaid: only an unpaid booking has a hold. */
export const isUnpaid = ({ bookingStatus, holdExpiresAt }: Hold) =>
  bookingStatus === 'Pending' && holdExpiresAt !== null
export const whereUnpaid = and(whereStatusPending, isNotNull(bookings.holdExpiresAt))

/** Lapsed: the time to pay is over, even if the background job has not cancelled the booking yet. */
export const isHoldLapsed = ({ bookingStatus, holdExpiresAt }: Hold, now: Date) =>
  bookingStatus === 'Pending' && holdExpiresAt !== null && holdExpiresAt <= now
export const whereHoldLapsed = (now: Date) => and(whereStatusPending, lte(bookings.holdExpiresAt, now))

/** Pending for staff and applicants: a booking with a lapsed hold no longer counts. */
export const isStillPending = (booking: Hold, now: Date) =>
  booking.bookingStatus === 'Pending' && !isHoldLapsed(booking, now)
export const whereStillPending = (now: Date | Placeholder) =>
  and(whereStatusPending, or(isNull(bookings.holdExpiresAt), gt(bookings.holdExpiresAt, now)))

/** Shows a booking as cancelled once its hold has lapsed, even before the background job has cancelled it. */
export function withLapsedHoldEnded<
  Row extends Hold & { paymentStatus: PaymentStatus | null; bookingStatus: BookingStatus },
>(row: Row, now: Date): Row {
  return isHoldLapsed(row, now)
    ? { ...row, bookingStatus: 'Cancelled', paymentStatus: 'Failed', holdExpiresAt: null }
    : row
}
