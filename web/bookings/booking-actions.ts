import type { ApprovalDetail, OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor, type BookingState } from '#contract/bookings/transitions.ts'

/** What the rows of every list, a family's own and the counter's, say of a booking's state. */
type BookingSummaryFields = Pick<
  OwnBooking,
  'bookingStatus' | 'bookingType' | 'paymentStatus' | 'urnRequested' | 'madeBy'
>

/** What the state table needs to know of a booking in a list. */
export const bookingStateOf = (booking: BookingSummaryFields): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: booking.paymentStatus,
  urn: booking.urnRequested,
  madeBy: booking.madeBy,
})

/** As `stateOf`, for the page where a booking is decided. */
export const bookingStateOfDetail = (booking: ApprovalDetail): BookingState => ({
  ...bookingStateOf({ ...booking, urnRequested: booking.urnRequest !== null }),
  nicheFree: booking.nicheStatus === 'Available',
})

/** Only these show the urn request, whether or not it can be made now. */
export const isPreOrder = (booking: Pick<OwnBooking, 'bookingType'>) => booking.bookingType === 'PreOrder'

export const isPending = (booking: Pick<OwnBooking, 'bookingStatus'>) => booking.bookingStatus === 'Pending'

type OnNiche = BookingSummaryFields & Pick<ApprovalDetail, 'nicheStatus'>

/** Where the list shows 'Archive & Free Niche', whether or not it can be done now. */
export const showsArchive = (booking: OnNiche) =>
  !isPending(booking) && booking.nicheStatus === 'Occupied' && booking.bookingType !== 'Archived'

/** Whoever's payment could be taken at the counter has not paid. */
export const isUnpaid = (state: BookingState) => actionsFor(state, 'staff').includes('finalise')

/** A family that books ahead is offered to have it kept for them; once there is a death, the urn is to be placed. */
export const showsConfirm = (booking: ApprovalDetail) =>
  isPending(booking) && isPreOrder(booking) && booking.dateOfDeath === null && booking.urnRequest === null

/** An archived booking says why it cannot be reopened, when somebody else has its niche. */
export const showsReopen = (booking: ApprovalDetail) => booking.bookingType === 'Archived'
