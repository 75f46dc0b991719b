import { useState } from 'react'
import { useLocation } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { familyStatus } from '#contract/family/family-status.ts'
import { Callout } from '#web/ui/Callout.tsx'

/** What the urn request page leaves in the history, for the page that it leads to. */
export const urnRequestSent = (bookingID: string) => ({ urnRequestSent: bookingID })

/** What happens next, on arrival from the urn request. */
export function UrnRequestSent({ bookings }: { bookings: readonly OwnBooking[] }) {
  const { state } = useLocation()
  /** Kept, because opening a booking replaces the state. */
  const [bookingID] = useState<unknown>(state?.urnRequestSent)
  const booking = bookings.find((each) => each.bookingID === bookingID)
  if (!booking?.urnRequested) return null
  return (
    <Callout tone="good" title={`Your request to place the urn of ${booking.beneficiaryName} has reached us`}>
      <p>{familyStatus(booking).next}</p>
      <p>Once it is approved, we agree on a day with you.</p>
    </Callout>
  )
}
