import { type FormEvent, useState } from 'react'
import type { ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './Decision.module.css'
import { type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'

export interface Correction {
  endpoint: typeof bookingApi.release | typeof bookingApi.reopen
  title: string
  verb: string
  effect: string
  words: DecisionMessages
}

interface ReasonDialogProps {
  booking: ApprovalDetail
  correction: Correction
  initialReason: string
  onMoved: (version: number) => void
  /** Called with empty strings when a new attempt starts. */
  onConflict: (sentence: string, reason: string) => void
  onClose: () => void
}

/** Asks for a reason and makes the correction. Closes on success and on a conflict. */
export function ReasonDialog({ booking, correction, initialReason, onMoved, onConflict, onClose }: ReasonDialogProps) {
  const { endpoint, title, verb, effect, words } = correction
  /** Fixed when the dialog opens: a refetch behind it must not change what the clerk decided on. */
  const [{ bookingID, bookingType, version }] = useState(booking)
  const [reason, setReason] = useState(initialReason)
  const [error, setError] = useState('')
  const { move, isBusy } = useBookingDecision(words, (conflict) => {
    onConflict(conflict, conflict && reason)
    if (conflict) onClose()
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return setError('Please give a reason.')
    if (!(await move(() => callApi(endpoint, { body: { bookingID, reason, bookingType, version } })))) return
    onMoved(version)
    onClose()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.part} onSubmit={submit} noValidate>
        <p>{effect}</p>
        <TextArea
          label="Reason"
          name="correction"
          rows={3}
          maxLength={500}
          help="Kept in the history of the booking."
          error={error || undefined}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setError('')
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
