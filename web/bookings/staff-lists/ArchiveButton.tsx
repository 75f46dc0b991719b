import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { useBookingDecision } from '#web/bookings/approval/use-booking-decision.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FoundBookingCard.module.css'

const failure = 'Failed to archive booking — please try again.'
const words = { done: 'Booking archived successfully!', refused: failure, failed: failure }

/** Needs no confirmation: a mistake can be undone by reopening the booking while its niche is free. */
export function ArchiveButton({ booking }: { booking: BookingRow }) {
  const { bookingID, nicheID, version } = booking
  const { mutate, isPending } = useBookingDecision(bookingApi.archive, words)
  const state = bookingStateOf(booking)
  const isAllowed = actionsFor(state, 'staff').includes('archive')
  const archive = () => mutate({ body: { bookingID, nicheID, version } })
  return (
    <>
      <Button variant="danger" small disabled={!isAllowed} busy={isPending} onClick={archive}>
        Archive & Free Niche
      </Button>
      {!isAllowed && <p className={styles.why}>{moveRefusals[explainRefusal(state, 'archive')]}</p>}
    </>
  )
}
