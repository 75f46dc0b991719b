import { bookingApi } from '#contract/bookings/api.ts'
import type { BookingType } from '#contract/bookings/booking.ts'
import { useBookingDecision } from './use-booking-decision.ts'

const reason = 'Undone right after the decision'

/** Takes back the decision that was just made. The type after it guards against undoing an earlier one as well. */
export function useUndo(bookingID: string, bookingType: BookingType) {
  const reopen = useBookingDecision(bookingApi.reopen, {
    done: 'Booking reopened.',
    refused: 'The booking could not be reopened.',
    failed: 'Server error — could not reopen booking.',
  })
  return () => reopen.mutate({ body: { bookingID, bookingType, reason } })
}

/** Possible until the letter leaves the house. */
export function useUndoDenial(bookingID: string) {
  const { mutate, isPending } = useBookingDecision(bookingApi.undoDenial, {
    done: 'The denial is taken back, and no letter was sent.',
    refused: 'The denial could not be taken back.',
    failed: 'Server error — could not take the denial back.',
  })
  return { undo: () => mutate({ body: { bookingID } }), isPending }
}
