import { Link } from 'react-router'
import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastWithUndo } from '#web/ui/toast-with-undo.tsx'
import styles from './FoundBookingCard.module.css'
import { useBookingDecision } from './use-booking-decision.ts'
import { useUndo } from './use-undo.ts'

const failure = 'Failed to archive booking — please try again.'
const words = { refused: failure, failed: failure }

/** Needs no confirmation: the toast offers to undo it, and the booking can be reopened while its place is free. */
export function ArchiveButton({ booking, onArchived }: { booking: BookingRow; onArchived: () => void }) {
  const { bookingID, nicheID, nicheCode, customerName, version, placedUrn } = booking
  const undo = useUndo(bookingID, 'Archived')
  const { mutate, isPending } = useBookingDecision(bookingApi.archive, words, {
    onDone: () => {
      toastWithUndo(
        'Booking archived successfully!',
        `The place of ${customerName} in niche ${nicheCode} is free again.`,
        undo,
      )
      onArchived()
    },
  })
  const state = bookingStateOf(booking)
  const isAllowed = actionsFor(state, 'staff').includes('archive')
  const archive = () => mutate({ body: { bookingID, nicheID, version } })
  return (
    <>
      <Button variant="danger" small disabled={!isAllowed} busy={isPending} onClick={archive}>
        Archive & Free Niche
      </Button>
      {!isAllowed && (
        <p className={styles.why}>
          {moveRefusals[explainRefusal(state, 'archive')]}{' '}
          {placedUrn && <Link to={pathTo('urn', { tag: placedUrn })}>Open urn {placedUrn}</Link>}
        </p>
      )}
    </>
  )
}
