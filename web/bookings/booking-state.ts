import type { OwnBooking } from '#contract/bookings/api.ts'
import type { BookingState } from '#contract/bookings/transitions.ts'

/** What the state table needs to know of a booking in the applicant's list. */
export const stateOf = (booking: OwnBooking): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: booking.paymentStatus,
  urn: booking.urnRequested,
  madeBy: booking.madeBy,
})

/** Only these show the urn request, whether or not it can be made now. */
export const isPreOrder = (booking: OwnBooking) => booking.bookingType === 'PreOrder'
