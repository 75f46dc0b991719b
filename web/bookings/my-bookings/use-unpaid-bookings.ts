import { bookingApi } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { useApi } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'

/** The applicant's bookings that can still be paid. */
export function useUnpaidBookings(userID: string) {
  const bookings = useApi(bookingApi.ofUser, { query: { userID } })
  return (bookings.data ?? []).filter((booking) => actionsFor(bookingStateOf(booking), 'user').includes('pay'))
}
