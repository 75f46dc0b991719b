import { Callout } from '#web/ui/Callout.tsx'
import { UnpaidBookingList } from './UnpaidBookingList.tsx'
import { useUnpaidBookings } from './use-unpaid-bookings.ts'

/** Leads back to unpaid bookings after leaving the payment step or opening a second tab. */
export function UnpaidBookings({ userID, except }: { userID: string; except: string | undefined }) {
  const unpaid = useUnpaidBookings(userID).filter(({ bookingID }) => bookingID !== except)
  if (unpaid.length === 0) return null
  return (
    <Callout title="You have a booking to pay for">
      <UnpaidBookingList bookings={unpaid} />
    </Callout>
  )
}
