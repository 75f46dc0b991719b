import { useId } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { bookingStateOfDetail, showsConfirm } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Decision.module.css'
import { type DecidingProps, type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'

const approval: DecisionMessages = {
  done: 'Booking approved!',
  refused: 'Failed to approve booking.',
  failed: 'Server error — could not approve booking.',
}
const confirmation: DecisionMessages = {
  done: 'Pre-order confirmed.',
  refused: 'Failed to confirm the pre-order.',
  failed: 'Server error — could not confirm the pre-order.',
}

/** For a pre-order without a death, keeping the niche is what the family came for, so that button stands out. */
export function ApproveButtons({ booking, isLeaving, onDone, onConflict }: DecidingProps) {
  const whyID = useId()
  const { bookingID, nicheID, bookingType, version } = booking
  const handlers = { onDone, onConflict }
  const approve = useBookingDecision(bookingApi.approve, approval, handlers)
  const confirm = useBookingDecision(bookingApi.confirm, confirmation, handlers)
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('approve') && !isLeaving
  const isBusy = approve.isPending || confirm.isPending
  const offersConfirm = showsConfirm(booking)

  const sendApproval = () => {
    if (!isBusy) approve.mutate({ body: { bookingID, nicheID, bookingType, version } })
  }
  const sendConfirmation = () => {
    if (!isBusy) confirm.mutate({ body: { bookingID, version } })
  }

  return (
    <div className={styles.part}>
      <div className={styles.buttons}>
        <Button
          variant={offersConfirm ? 'secondary' : 'primary'}
          disabled={!isAllowed}
          busy={approve.isPending}
          aria-describedby={whyID}
          onClick={sendApproval}
        >
          Approve Request
        </Button>
        {offersConfirm && (
          <Button disabled={!isAllowed} busy={confirm.isPending} aria-describedby={whyID} onClick={sendConfirmation}>
            Confirm Pre-Order
          </Button>
        )}
      </div>
      <p id={whyID} className={styles.why}>
        {isAllowed || isLeaving || isBusy ? effectOf(offersConfirm) : moveRefusals[explainRefusal(state, 'approve')]}
      </p>
    </div>
  )
}

const effectOf = (offersConfirm: boolean) =>
  offersConfirm
    ? 'Approve Request takes the niche into use now: the booking becomes Current and the niche Occupied; Confirm Pre-Order keeps the niche Reserved until the family asks for the urn to be placed.'
    : 'The booking becomes Current, the niche Occupied, and the family is told by e-mail.'
