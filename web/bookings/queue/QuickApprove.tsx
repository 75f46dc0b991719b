import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, whyNot } from '#contract/bookings/transitions.ts'
import { callApi } from '#web/api/call-api.ts'
import { stateOf } from '#web/bookings/booking-state.ts'
import { useMove } from '#web/bookings/desk/use-move.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FoundBookingCard.module.css'

const failure = 'Failed to approve booking — please try again.'
const words = { done: 'Booking approved successfully!', refused: failure, failed: failure }

/** Approves from the list, for papers that were read before. */
export function QuickApprove({ booking }: { booking: BookingRow }) {
  const { bookingID, nicheID, version } = booking
  const { move, isBusy } = useMove(words)
  const state = stateOf(booking)
  if (!actionsFor(state, 'staff').includes('approve'))
    return <p className={styles.why}>{moveRefusals[whyNot(state, 'approve')]}</p>
  const approve = () => move(() => callApi(bookingApi.approve, { body: { bookingID, nicheID, version } }))
  return (
    <Button small busy={isBusy} onClick={approve}>
      Approve
    </Button>
  )
}
