import { useEffect, useRef, useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { bookingStateOfDetail } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { HistoryEntry } from './BookingHistory.tsx'
import styles from './Decision.module.css'
import { useUndoDenial } from './use-undo.ts'

interface OutcomeProps {
  booking: ApprovalDetail
  /** The buttons that were here are gone, and the focus with them. */
  takesFocus: boolean
}

/** What was decided, by whom, when and why. A booking that is not pending was last moved by its decision. */
export function Outcome({ booking, takesFocus }: OutcomeProps) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const { undo, isPending } = useUndoDenial(booking.bookingID)
  const [isTooLate, setTooLate] = useState(false)
  const canUndoDenial = !isTooLate && actionsFor(bookingStateOfDetail(booking), 'staff').includes('undoDenial')
  const last = booking.history.at(-1)
  /** A hold that has just lapsed is over before the background job writes it into the history. */
  const isRecorded = last && last.event !== 'submit' && last.event !== 'amend'
  return (
    <div ref={words} tabIndex={-1} className={styles.outcome}>
      <p>{moveRefusals[explainRefusal(bookingStateOfDetail(booking), 'approve')]}</p>
      {isRecorded && <HistoryEntry entry={last} />}
      {canUndoDenial && booking.undoUntil && (
        <div className={styles.pay}>
          <p>
            The letter leaves in <Countdown until={booking.undoUntil} onOver={() => setTooLate(true)} />.
          </p>
          <Button variant="secondary" small busy={isPending} onClick={undo}>
            Take the denial back
          </Button>
        </div>
      )}
    </div>
  )
}
