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
