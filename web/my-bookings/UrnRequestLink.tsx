import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import styles from '#web/bookings/BookingCard.module.css'
import { bookingStateOf, isPreOrder } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'

/** Shown for every pre-order; if the request cannot be made now, it is disabled with the reason. */
export function UrnRequestLink({ booking }: { booking: OwnBooking }) {
  const navigate = useNavigate()
  const reasonID = useId()
  if (!isPreOrder(booking) || booking.actingFor !== null) return null
  const state = bookingStateOf(booking)
  const reason = actionsFor(state, 'user').includes('requestUrn')
    ? undefined
    : moveRefusals[explainRefusal(state, 'requestUrn')]
  return (
    <div className={styles.request}>
      <Button
        disabled={reason !== undefined}
        aria-describedby={reason && reasonID}
        onClick={() => navigate(pathTo('urnPlacement', { bookingID: booking.bookingID }))}
      >
        Request Urn Placement
      </Button>
      {reason && (
        <p id={reasonID} className={common.help}>
          {reason}
        </p>
      )}
    </div>
  )
}
