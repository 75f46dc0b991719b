import type { ApprovalDetail, OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor, type BookingState } from '#contract/bookings/transitions.ts'
import { serverNow } from '#web/api/server-clock.ts'

/** The fields of every booking list that its state is made of. */
type BookingSummaryFields = Pick<
  OwnBooking,
  'bookingStatus' | 'bookingType' | 'paymentStatus' | 'urnRequested' | 'certificateAsked' | 'madeBy'
> &
  Partial<Pick<ApprovalDetail, 'placedUrn' | 'heldUrn'>>

/** A booking of a list, as the transition table needs it. */
export const bookingStateOf = (booking: BookingSummaryFields): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: booking.paymentStatus ?? 'Waived',
  urn: booking.urnRequested,
  certificateAsked: booking.certificateAsked,
  madeBy: booking.madeBy,
  urnPlaced: Boolean(booking.placedUrn),
  urnHeld: Boolean(booking.heldUrn),
})

/** Does the same as `bookingStateOf`, for the approval page. */
export const bookingStateOfDetail = (booking: ApprovalDetail): BookingState => ({
  ...bookingStateOf({
    ...booking,
    urnRequested: booking.urnRequest !== null,
    certificateAsked: booking.certificateRequest !== null,
  }),
  nicheFree: booking.nicheFree,
  justDenied: booking.undoUntil !== null && new Date(booking.undoUntil) > serverNow(),
})

/** Pre-orders show the urn request, even when it cannot be made now. */
export const isPreOrder = (booking: Pick<OwnBooking, 'bookingType'>) => booking.bookingType === 'PreOrder'

export const isPending = (booking: Pick<OwnBooking, 'bookingStatus'>) => booking.bookingStatus === 'Pending'

type BookingWithNicheStatus = BookingSummaryFields & Pick<ApprovalDetail, 'nicheStatus'>

/** True where the list shows 'Archive & Free Niche', even if it is disabled. */
export const showsArchive = (booking: BookingWithNicheStatus) =>
  !isPending(booking) && booking.nicheStatus === 'Occupied' && booking.bookingType !== 'Archived'

/** A booking is unpaid if the counter could still take its payment. */
export const isUnpaid = (state: BookingState) => actionsFor(state, 'staff').includes('finalise')

/** Confirming keeps a niche for later, so it is not offered once there is a death. */
export const showsConfirm = (booking: ApprovalDetail) =>
  isPending(booking) && isPreOrder(booking) && booking.dateOfDeath === null && booking.urnRequest === null

/** An archived booking shows 'Reopen' even if its niche is taken: the button is then disabled with the reason. */
export const showsReopen = (booking: ApprovalDetail) => booking.bookingType === 'Archived'
