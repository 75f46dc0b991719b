import { useId } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { callApi } from '#web/api/call-api.ts'
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
  const approve = useBookingDecision(approval, onConflict)
  const confirm = useBookingDecision(confirmation, onConflict)
  const { bookingID, nicheID, bookingType, version } = booking
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('approve') && !isLeaving
  const isBusy = approve.isBusy || confirm.isBusy
  const offersConfirm = showsConfirm(booking)

  const sendApproval = async () => {
    const call = () => callApi(bookingApi.approve, { body: { bookingID, nicheID, bookingType, version } })
    if (!confirm.isBusy && (await approve.move(call))) onDone()
  }
  const sendConfirmation = async () => {
    const call = () => callApi(bookingApi.confirm, { body: { bookingID, version } })
    if (!approve.isBusy && (await confirm.move(call))) onDone()
  }

  return (
    <div className={styles.part}>
      <div className={styles.buttons}>
        <Button
          variant={offersConfirm ? 'secondary' : 'primary'}
          disabled={!isAllowed}
          busy={approve.isBusy}
          aria-describedby={whyID}
          onClick={sendApproval}
        >
          Approve Request
        </Button>
        {offersConfirm && (
          <Button disabled={!isAllowed} busy={confirm.isBusy} aria-describedby={whyID} onClick={sendConfirmation}>
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
