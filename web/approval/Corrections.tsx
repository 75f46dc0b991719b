import { useState } from 'react'
import { Link } from 'react-router'
import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pathTo } from '#contract/pages.ts'
import { bookingStateOfDetail, showsReopen } from '#web/bookings/booking-actions.ts'
import { readsIn } from '#web/core/reads-in.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import type { ButtonProps } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import styles from './Decision.module.css'
import { type DecisionMessages, useDecisionInDialog } from './use-booking-decision.ts'

interface Correction {
  endpoint: Omit<Endpoint, 'body'> & Pick<typeof bookingApi.release | typeof bookingApi.reopen, 'body' | 'reply'>
  title: string
  verb: string
  effect: string
  words: DecisionMessages
}

const release: Correction = {
  endpoint: bookingApi.release,
  title: 'Release this pre-order?',
  verb: 'Release',
  effect:
    'The booking is cancelled, its place in the niche is free again, and what was paid goes back. The family is told by email.',
  words: {
    done: 'Booking released.',
    refused: 'The booking could not be released.',
    failed: 'Server error — could not release booking.',
  },
}
const reopen: Correction = {
  endpoint: bookingApi.reopen,
  title: 'Reopen this booking?',
  verb: 'Reopen',
  effect: 'The booking and its niche become what they were before the last decision.',
  words: {
    done: 'Booking reopened.',
    refused: 'The booking could not be reopened.',
    failed: 'Server error — could not reopen booking.',
  },
}

interface CorrectionsProps {
  booking: ApprovalDetail
  onMoved: (version: number) => void
  onConflict: (sentence: string) => void
}

/** Lets a clerk undo a mistake, with a reason. */
export function Corrections(props: CorrectionsProps) {
  const { booking } = props
  const urnHere = booking.placedUrn ?? booking.heldUrn
  const state = bookingStateOfDetail(booking)
  const actions = actionsFor(state, 'staff')
  const canReopen = actions.includes('reopen')
  const canRelease = actions.includes('release')
  if (!canRelease && !canReopen && !showsReopen(booking) && !urnHere) return null
  return (
    <Card title="Corrections">
      <div className={`${common.row3} ${styles.buttons}`}>
        <CorrectionButton {...props} correction={reopen} variant="secondary" disabled={!canReopen} />
        {canRelease && <CorrectionButton {...props} correction={release} variant="danger" />}
      </div>
      <p className={styles.why}>
        {canReopen ? 'Reopen takes back the last decision' : moveRefusals[explainRefusal(state, 'reopen')]}
        {canRelease && '; Release ends a pre-order that the family no longer wants'}
        {canReopen && '.'}{' '}
        {urnHere && (
          <Link to={pathTo('urn', { tag: urnHere })}>
            <Unbroken text={`Open urn ${urnHere}`} />
          </Link>
        )}
      </p>
    </Card>
  )
}

type CorrectionButtonProps = CorrectionsProps & { correction: Correction } & Pick<ButtonProps, 'variant' | 'disabled'>

function CorrectionButton({ booking, correction, onMoved, onConflict, ...button }: CorrectionButtonProps) {
  /** The reason is filled in when the dialog is opened again after a conflict. */
  const [refusedReason, setRefusedReason] = useState('')
  const props = { booking, correction, onMoved, onConflict, refusedReason, onRefused: setRefusedReason }
  return (
    <DialogButton {...button} small dialog={() => <CorrectionDialog {...props} />}>
      {correction.verb}
    </DialogButton>
  )
}

interface CorrectionDialogProps extends CorrectionsProps {
  correction: Correction
  refusedReason: string
  onRefused: (reason: string) => void
}

/** Asks for a reason and makes the correction. */
function CorrectionDialog({ booking, correction, refusedReason, onRefused, ...handlers }: CorrectionDialogProps) {
  const { title, verb, effect, endpoint, words } = correction
  const { bookingID, bookingType, language, version } = booking
  const options = useDecisionInDialog<Correction['endpoint']>(words, {
    onDone: () => handlers.onMoved(version),
    onConflict: (conflict, { body }) => {
      handlers.onConflict(conflict)
      onRefused(conflict && body.reason)
    },
  })
  return (
    <ReasonDialog
      title={title}
      help={`Kept in the history of the booking.${correction === release ? readsIn(language) : ''}`}
      initialReason={refusedReason}
      verb={verb}
      endpoint={endpoint}
      input={(reason) => ({ body: { bookingID, reason, bookingType, version } })}
      {...options}
    >
      {effect}
    </ReasonDialog>
  )
}
