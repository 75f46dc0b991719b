import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastWithUndo } from '#web/ui/toast-with-undo.tsx'
import styles from './FoundBookingCard.module.css'
import { useBookingDecision } from './use-booking-decision.ts'
import { useUndo } from './use-undo.ts'

const failure = 'Failed to approve booking — please try again.'
const words = { refused: failure, failed: failure }

/** Approves from the list, for certificates that were checked before. */
export function QuickApprove({ booking }: { booking: BookingRow }) {
  const { bookingID, nicheID, nicheCode, beneficiaryName, version } = booking
  const undo = useUndo(bookingID, 'Current')
  const { mutate, isPending } = useBookingDecision(bookingApi.approve, words, {
    onDone: () =>
      toastWithUndo(
        'Booking approved successfully!',
        `Niche ${nicheCode} for ${beneficiaryName} is now Occupied.`,
        undo,
      ),
  })
  const state = bookingStateOf(booking)
  if (!actionsFor(state, 'staff').includes('approve'))
    return <p className={styles.why}>{moveRefusals[explainRefusal(state, 'approve')]}</p>
  const approve = () => mutate({ body: { bookingID, nicheID, version } })
  return (
    <Button small busy={isPending} onClick={approve}>
      Approve
    </Button>
  )
}
