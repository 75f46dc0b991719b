import { type FormEvent, useId, useState } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { callApi } from '#web/api/call-api.ts'
import { bookingStateOfDetail } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './Decision.module.css'
import { type DecidingProps, type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'

const denial: DecisionMessages = {
  done: 'Denial email sent.',
  refused: 'Email failed to send.',
  failed: 'Failed to send email.',
}

/** The reason goes to the family as it is written here. */
export function DenialForm({ booking, isLeaving, onDone, onConflict }: DecidingProps) {
  const whyID = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const { move, isBusy } = useBookingDecision(denial, onConflict)
  const { bookingID, email, version } = booking
  const state = bookingStateOfDetail(booking)
  const isAllowed = actionsFor(state, 'staff').includes('deny') && !isLeaving

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return setError('Please provide a reason for denial.')
    if (await move(() => callApi(bookingApi.deny, { body: { to: email, reason, bookingID, version } }))) onDone()
  }

  return (
    <form className={styles.part} onSubmit={submit} noValidate aria-label="Denial">
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        maxLength={500}
        help={`Mailed to ${email}, in your words.`}
        error={error || undefined}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setError('')
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" disabled={!isAllowed} busy={isBusy} aria-describedby={whyID}>
          Submit Denial
        </Button>
      </div>
      <p id={whyID} className={styles.why}>
        {isAllowed || isLeaving ? effectOf(booking.urnRequest !== null) : moveRefusals[explainRefusal(state, 'deny')]}
      </p>
    </form>
  )
}

const effectOf = (isUrnRequest: boolean) =>
  isUrnRequest
    ? 'The booking stays as it was before the request, and no money moves.'
    : 'The booking is cancelled, its niche is free again, and what was paid goes back.'
