import { appointmentApi } from '#contract/appointments/api.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { useApi } from '#web/api/use-api.ts'

/** The last appointment of an approved booking. `isKnown` is false until the server has said whether there is one. */
export function useOwnAppointment(booking: OwnBooking) {
  const mine = useApi(appointmentApi.mine, {}, { what: 'appointments', enabled: isApproved(booking) })
  return {
    isKnown: mine.data !== undefined,
    appointment: mine.data?.find(({ bookingID }) => bookingID === booking.bookingID),
  }
}
