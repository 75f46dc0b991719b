import { useId, useRef } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { bookingStateOfDetail, showsConfirm } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import styles from './Decision.module.css'
import { useUndoableDecision } from './use-booking-decision.ts'
import type { DecidingProps } from './use-deciding.ts'

const approval = {
  typeAfter: 'Current',
  done: 'Booking approved!',
  refused: 'Failed to approve booking.',
  failed: 'Server error — could not approve booking.',
} as const
const confirmation = {
  typeAfter: 'PreOrder',
  done: 'Pre-order confirmed.',
  refused: 'Failed to confirm the pre-order.',
  failed: 'Server error — could not confirm the pre-order.',
} as const

/** The first button for a pre-order without a death keeps the niche, which is what the family came for. */
export function ApproveButtons({ booking, isLeaving, hasNext, onDone, onConflict }: DecidingProps) {
  const { bookingID, nicheID, nicheCode, bookingType, beneficiaryName, version } = booking
  const opensNext = useRef(false)
  const detailsOf = (status: string) => `Niche ${nicheCode} for ${beneficiaryName} is now ${status}.`
  const handlers = {
    onConflict,
    onDone: (decided: Parameters<typeof onDone>[0]) => onDone(decided, opensNext.current),
  }
  const toApprove = { ...approval, bookingID, details: detailsOf('Occupied') }
  const approve = useUndoableDecision(bookingApi.approve, toApprove, handlers)
  const toConfirm = { ...confirmation, bookingID, details: detailsOf('Reserved') }
  const confirm = useUndoableDecision(bookingApi.confirm, toConfirm, handlers)
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('approve') && !isLeaving
  const isBusy = approve.isPending || confirm.isPending
  const offersConfirm = showsConfirm(booking)
  const whyNot = isAllowed || isLeaving || isBusy ? undefined : moveRefusals[explainRefusal(state, 'approve')]

  const sendWith = (decide: () => void) => (andNext: boolean) => {
    if (isBusy || !isAllowed) return
    opensNext.current = andNext
    decide()
  }
  const sendApproval = sendWith(() => approve.mutate({ body: { bookingID, nicheID, bookingType, version } }))
  const sendConfirmation = sendWith(() => confirm.mutate({ body: { bookingID, version } }))
  useShortcuts({
    a: hasNext ? () => sendApproval(true) : undefined,
    c: hasNext && offersConfirm ? () => sendConfirmation(true) : undefined,
  })

  const shared = { isAllowed, isBusy, hasNext }
  return (
    <div className={`${common.stack3} ${styles.part}`}>
      {offersConfirm && (
        <DecisionButtons
          {...shared}
          label="Confirm Pre-Order"
          nextLabel="Confirm and open next"
          isSending={confirm.isPending}
          effect={whyNot ?? 'The niche stays Reserved until the family asks for the urn to be placed.'}
          onSend={sendConfirmation}
        />
      )}
      <DecisionButtons
        {...shared}
        label="Approve Request"
        nextLabel="Approve and open next"
        isSecond={offersConfirm}
        isSending={approve.isPending}
        effect={whyNot ?? (offersConfirm ? effectOnPreOrder : effectOnCurrent)}
        onSend={sendApproval}
      />
    </div>
  )
}

const effectOnCurrent = 'The booking becomes Current, the niche Occupied, and the family is told by email.'
const effectOnPreOrder = 'Only if the urn is to be placed now: the booking becomes Current and the niche Occupied.'

interface DecisionButtonsProps {
  label: string
  nextLabel: string
  isSecond?: boolean
  isAllowed: boolean
  isBusy: boolean
  isSending: boolean
  hasNext: boolean
  effect: string
  onSend: (andNext: boolean) => void
}

/** The button of a decision, the one that also opens the next booking, and what they do. */
function DecisionButtons({ label, nextLabel, isSecond = false, isAllowed, isBusy, ...rest }: DecisionButtonsProps) {
  const { isSending, hasNext, effect, onSend } = rest
  const effectID = useId()
  return (
    <div className={`${common.row2} ${common.middle} ${styles.choice}`}>
      <Button
        variant={isSecond ? 'secondary' : 'primary'}
        disabled={!isAllowed}
        busy={isSending}
        aria-describedby={effectID}
        onClick={() => onSend(false)}
      >
        {label}
      </Button>
      {hasNext && (
        <Button variant="secondary" disabled={!isAllowed || isBusy} onClick={() => onSend(true)}>
          {nextLabel}
        </Button>
      )}
      <p id={effectID} className={styles.why} data-refusal={!isAllowed || undefined}>
        {effect}
      </p>
    </div>
  )
}
