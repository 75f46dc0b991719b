import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { callApi } from '#web/api/call-api.ts'
import { setCachedReply, useApi } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'

/** The applicant's bookings that can still be paid. */
export function useUnpaidBookings(userID: string) {
  const bookings = useApi(bookingApi.ofUser, { query: { userID } })
  return (bookings.data ?? []).filter(isPayable)
}

const isPayable = (booking: OwnBooking) => actionsFor(bookingStateOf(booking), 'user').includes('pay')

/** Whether the applicant has an unpaid booking of this niche. Also true if the list cannot be read: submitting again then decides. */
export async function isBookedBy(userID: string, nicheID: string): Promise<boolean> {
  const input = { query: { userID } }
  const bookings = await callApi(bookingApi.ofUser, input).catch(() => undefined)
  if (!bookings) return true
  setCachedReply(bookingApi.ofUser, input, () => bookings)
  return bookings.some((booking) => booking.nicheID === nicheID && isPayable(booking))
}
