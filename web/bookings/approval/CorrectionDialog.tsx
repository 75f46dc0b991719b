import { useState } from 'react'
import { z } from 'zod'
import type { ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { required } from '#contract/schema-parts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { type DecisionMessages, useBookingDecision } from './use-booking-decision.ts'

export interface Correction {
  endpoint: typeof bookingApi.release | typeof bookingApi.reopen
  title: string
  verb: string
  effect: string
  words: DecisionMessages
}

const Reason = z.object({ reason: required('Please give a reason.', 500) })

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
  const form = useZodForm(Reason, { reason: initialReason })
  const move = useBookingDecision(endpoint, words, {
    onDone: () => {
      onMoved(version)
      onClose()
    },
    onConflict: (conflict, { body }) => {
      onConflict(conflict, conflict && body.reason)
      if (conflict) onClose()
    },
  })

  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSubmit={({ reason }) => move.mutate({ body: { bookingID, reason, bookingType, version } })}>
        <p>{effect}</p>
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          help="Kept in the history of the booking."
          {...form.field('reason')}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={move.isPending}>
            {verb}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
