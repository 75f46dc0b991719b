import { useId, useRef } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { bookingStateOfDetail, showsConfirm } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastWithUndo } from '#web/ui/toast-with-undo.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import styles from './Decision.module.css'
import { type DecidingProps, type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'
import { useUndo } from './use-undo.ts'

const approval: DecisionMessages = {
  refused: 'Failed to approve booking.',
  failed: 'Server error — could not approve booking.',
}
const confirmation: DecisionMessages = {
  refused: 'Failed to confirm the pre-order.',
  failed: 'Server error — could not confirm the pre-order.',
}

/** For a pre-order without a death, keeping the niche is what the family came for, so that button comes first. */
export function ApproveButtons({ booking, isLeaving, hasNext, onDone, onConflict }: DecidingProps) {
  const [confirmWhyID, approveWhyID] = [useId(), useId()]
  const { bookingID, nicheID, nicheCode, bookingType, beneficiaryName, version } = booking
  const opensNext = useRef(false)
  const undoApproval = useUndo(bookingID, 'Current')
  const undoConfirmation = useUndo(bookingID, 'PreOrder')
  const approve = useBookingDecision(bookingApi.approve, approval, {
    onConflict,
    onDone: (decided) => {
      toastWithUndo('Booking approved!', `Niche ${nicheCode} for ${beneficiaryName} is now Occupied.`, undoApproval)
      onDone(decided, opensNext.current)
    },
  })
  const confirm = useBookingDecision(bookingApi.confirm, confirmation, {
    onConflict,
    onDone: (decided) => {
      toastWithUndo(
        'Pre-order confirmed.',
        `Niche ${nicheCode} for ${beneficiaryName} is now Reserved.`,
        undoConfirmation,
      )
      onDone(decided, opensNext.current)
    },
  })
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('approve') && !isLeaving
  const isBusy = approve.isPending || confirm.isPending
  const offersConfirm = showsConfirm(booking)
  const whyNot = isAllowed || isLeaving || isBusy ? undefined : moveRefusals[explainRefusal(state, 'approve')]

  const sendApproval = (andNext: boolean) => {
    if (isBusy || !isAllowed) return
    opensNext.current = andNext
    approve.mutate({ body: { bookingID, nicheID, bookingType, version } })
  }
  const sendConfirmation = (andNext: boolean) => {
    if (isBusy || !isAllowed) return
    opensNext.current = andNext
    confirm.mutate({ body: { bookingID, version } })
  }
  useShortcuts({
    a: hasNext ? () => sendApproval(true) : undefined,
    c: hasNext && offersConfirm ? () => sendConfirmation(true) : undefined,
  })

  return (
    <div className={styles.part}>
      {offersConfirm && (
        <>
          <Button
            disabled={!isAllowed}
            busy={confirm.isPending}
            aria-describedby={confirmWhyID}
            onClick={() => sendConfirmation(false)}
          >
            Confirm Pre-Order
          </Button>
          {hasNext && (
            <Button variant="secondary" disabled={!isAllowed || isBusy} onClick={() => sendConfirmation(true)}>
              Confirm and open next
            </Button>
          )}
          <p id={confirmWhyID} className={styles.why}>
            {whyNot ?? 'The niche stays Reserved until the family asks for the urn to be placed.'}
          </p>
        </>
      )}
      <Button
        variant={offersConfirm ? 'secondary' : 'primary'}
        disabled={!isAllowed}
        busy={approve.isPending}
        aria-describedby={approveWhyID}
        onClick={() => sendApproval(false)}
      >
        Approve Request
      </Button>
      {hasNext && (
        <Button variant="secondary" disabled={!isAllowed || isBusy} onClick={() => sendApproval(true)}>
          Approve and open next
        </Button>
      )}
      <p id={approveWhyID} className={styles.why}>
        {whyNot ??
          (offersConfirm
            ? 'Only if the urn is to be placed now: the booking becomes Current and the niche Occupied.'
            : 'The booking becomes Current, the niche Occupied, and the family is told by e-mail.')}
      </p>
    </div>
  )
}
