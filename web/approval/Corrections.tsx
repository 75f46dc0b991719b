import { useState } from 'react'
import { Link } from 'react-router'
import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { bookingStateOfDetail, showsReopen } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type Correction, CorrectionDialog } from './CorrectionDialog.tsx'
import styles from './Decision.module.css'

const release: Correction = {
  endpoint: bookingApi.release,
  title: 'Release this pre-order?',
  verb: 'Release',
  effect:
    'The booking is cancelled, its place in the niche is free again, and what was paid goes back. The family is told by e-mail.',
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
export function Corrections({ booking, onMoved, onConflict }: CorrectionsProps) {
  const [asking, setAsking] = useState<Correction>()
  /** A refused correction closes its dialog; the reason is filled in when it is opened again. */
  const [refusedReason, setRefusedReason] = useState('')
  const state = bookingStateOfDetail(booking)
  const actions = actionsFor(state, 'staff')
  const canReopen = actions.includes('reopen')
  const canRelease = actions.includes('release')
  const { placedUrn } = booking
  if (!canRelease && !canReopen && !showsReopen(booking) && !placedUrn) return null
  return (
    <Card title="Corrections">
      <div className={styles.buttons}>
        <Button variant="secondary" small disabled={!canReopen} onClick={() => setAsking(reopen)}>
          Reopen
        </Button>
        {canRelease && (
          <Button variant="danger" small onClick={() => setAsking(release)}>
            Release
          </Button>
        )}
      </div>
      <p className={styles.why}>
        {canReopen ? 'Reopen takes back the last decision' : moveRefusals[explainRefusal(state, 'reopen')]}
        {canRelease && '; Release ends a pre-order that the family no longer wants'}
        {canReopen && '.'} {placedUrn && <Link to={pathTo('urn', { tag: placedUrn })}>Open urn {placedUrn}</Link>}
      </p>
      {asking && (
        <CorrectionDialog
          booking={booking}
          correction={asking}
          initialReason={refusedReason}
          onMoved={onMoved}
          onConflict={(conflict, reason) => {
            onConflict(conflict)
            setRefusedReason(reason)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Card>
  )
}
