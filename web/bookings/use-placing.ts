import { appointmentApi } from '#contract/appointments/api.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import type { Placing } from '#contract/family/family-summary.ts'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'

/** Undefined until the server has said which urns and appointments there are. */
export function usePlacing(booking: OwnBooking): Placing | undefined {
  const urns = useApi(urnApi.mine, {}, { what: 'urns' }).data
  const appointments = useApi(appointmentApi.mine, {}, { what: 'appointments', enabled: isApproved(booking) }).data
  if (!urns || (isApproved(booking) && !appointments)) return
  const isOfBooking = ({ bookingID }: { bookingID: string }) => bookingID === booking.bookingID
  return { urn: urns.find(isOfBooking), appointment: appointments?.find(isOfBooking) }
}
