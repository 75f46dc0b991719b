import { useState } from 'react'
import { type BookingRow, bookingApi } from '#contract/bookings/api.ts'
import { actionsFor, whyNot } from '#contract/bookings/transitions.ts'
import { callApi } from '#web/api/call-api.ts'
import { stateOf } from '#web/bookings/booking-state.ts'
import { useMove } from '#web/bookings/desk/use-move.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './FoundBookingCard.module.css'

const failure = 'Failed to archive booking — please try again.'
const words = { done: 'Booking archived successfully!', refused: failure, failed: failure }

/** Frees a niche for the next family, so it asks once more. */
export function ArchiveButton({ booking }: { booking: BookingRow }) {
  const { bookingID, nicheID, nicheCode, beneficiaryName } = booking
  const [isAsking, setAsking] = useState(false)
  const { move, isBusy } = useMove(words)
  const state = stateOf(booking)
  const isAllowed = actionsFor(state, 'staff').includes('archive')
  const archive = async () => {
    await move(() => callApi(bookingApi.archive, { body: { bookingID, nicheID } }))
    setAsking(false)
  }
  return (
    <>
      <Button variant="danger" small disabled={!isAllowed} onClick={() => setAsking(true)}>
        Archive & Free Niche
      </Button>
      {!isAllowed && <p className={styles.why}>{whyNot(state, 'archive')}</p>}
      {isAsking && (
        <ConfirmDialog
          title="Archive this booking?"
          confirm="Archive"
          danger
          busy={isBusy}
          onConfirm={archive}
          onCancel={() => setAsking(false)}
        >
          <p>
            The booking for {beneficiaryName || 'this beneficiary'} is archived, and another family can book niche{' '}
            {nicheCode}. It can be reopened for as long as nobody has.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
