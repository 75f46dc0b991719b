import type { OwnBooking } from '#contract/bookings/api.ts'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { placeOf } from '#contract/niches/niche.ts'

/** What the state table needs to know of a booking in the applicant's list. */
export const stateOf = (booking: OwnBooking): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: booking.paymentStatus,
  urn: booking.urnRequested,
  madeBy: booking.madeBy,
})

/** Where the niche is, in the words of the map: `Block A, 3-5`. */
export const locationOf = (booking: OwnBooking) => `${booking.blockName}, ${placeOf(booking)}`
