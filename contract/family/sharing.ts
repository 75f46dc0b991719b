import type { BookingStatus, BookingType } from '../bookings/booking.ts'
import { isSettled, type PaymentStatus } from '../payments/payment.ts'

/** How long a family link works, and how long an invitation can be accepted and agreed to. */
export const daysOfLink = 90
export const daysOfInvitation = 14

interface SharedState {
  bookingStatus: BookingStatus
  bookingType: BookingType
  /** Null for a booking from a register. */
  paymentStatus: PaymentStatus | null
}

/** Whether the holder can share the page of this person: once the niche is paid, until the booking ends. */
export const canBeShared = ({ bookingStatus, bookingType, paymentStatus }: SharedState): boolean =>
  bookingStatus !== 'Cancelled' && bookingType !== 'Archived' && (paymentStatus === null || isSettled(paymentStatus))
