import { useState } from 'react'
import type { ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { type DecisionMessages, decisionOptions } from './use-booking-decision.ts'

export interface Correction {
  endpoint: Omit<Endpoint, 'body'> & Pick<typeof bookingApi.release | typeof bookingApi.reopen, 'body' | 'reply'>
  title: string
  verb: string
  effect: string
  words: DecisionMessages
}

interface CorrectionDialogProps {
  booking: ApprovalDetail
  correction: Correction
  initialReason: string
  onMoved: (version: number) => void
  /** Called with empty strings when a new attempt starts. */
  onConflict: (sentence: string, reason: string) => void
  onClose: () => void
}

/** Asks for a reason and makes the correction. Closes on success and on a conflict. */
export function CorrectionDialog({
  booking,
  correction,
  initialReason,
  onMoved,
  onConflict,
  onClose,
}: CorrectionDialogProps) {
  const { endpoint, title, verb, effect, words } = correction
  /** Fixed when the dialog opens: a refetch behind it must not change what the clerk decided on. */
  const [{ bookingID, bookingType, version }] = useState(booking)
  const options = decisionOptions<Correction['endpoint']>(words, {
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
    <ReasonDialog
      title={title}
      help="Kept in the history of the booking."
      initialReason={initialReason}
      verb={verb}
      endpoint={endpoint}
      input={(reason) => ({ body: { bookingID, reason, bookingType, version } })}
      {...options}
      onClose={onClose}
    >
      {effect}
    </ReasonDialog>
  )
}
