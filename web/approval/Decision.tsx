import { useEffect, useId, useRef, useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { ofBooking } from '#contract/family/timeline.ts'
import { bookingStateOfDetail, isPending, isUnpaid } from '#web/bookings/booking-actions.ts'
import { Happened } from '#web/bookings/Timeline.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import common from '#web/ui/common.module.css'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ApproveButtons } from './ApproveButtons.tsx'
import { AskedCertificate, AskForCertificate } from './AskForCertificate.tsx'
import styles from './Decision.module.css'
import { DenialForm } from './DenialForm.tsx'
import { useUndoDenial } from './use-booking-decision.ts'
import type { DecidingProps } from './use-deciding.ts'

/** Why not, or not yet; afterwards, what was decided. */
export function Decision({ deciding, onPay }: { deciding: DecidingProps; onPay: () => void }) {
  const { booking, isLeaving } = deciding
  const [wasPending] = useState(isPending(booking))
  return (
    <Card title="Decision">
      {isPending(booking) ? (
        <>
          {isUnpaid(bookingStateOfDetail(booking)) && <UnpaidNotice booking={booking} onPay={onPay} />}
          {booking.certificateRequest && <AskedCertificate request={booking.certificateRequest} />}
          <AskForCertificate {...deciding} />
          <DenialForm {...deciding} />
        </>
      ) : (
        <Outcome booking={booking} takesFocus={wasPending} />
      )}
      <LiveRegion>{isLeaving && 'Going back to the list.'}</LiveRegion>
    </Card>
  )
}

/** An unpaid booking cannot be approved; the family may pay at the counter now. */
const UnpaidNotice = ({ booking, onPay }: { booking: ApprovalDetail; onPay: () => void }) => (
  <Callout tone="warning" title="Waiting for payment">
    <p>
      The niche is kept{' '}
      {booking.holdExpiresAt ? (
        <>
          for <Countdown until={booking.holdExpiresAt} />.
        </>
      ) : (
        'until it is paid.'
      )}
    </p>
    <div className={styles.pay}>
      <Button variant="secondary" small onClick={onPay}>
        Record a payment
      </Button>
    </div>
  </Callout>
)

interface OutcomeProps {
  booking: ApprovalDetail
  /** The buttons that could be pressed are gone, and the focus with them. */
  takesFocus: boolean
}

/**
 * Says what was decided, by whom, when and why. A booking that is not pending was last moved by its decision. Its buttons stay, disabled, with
 * one reason for both.
 */
function Outcome({ booking, takesFocus }: OutcomeProps) {
  const whyID = useId()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const { undo, isPending } = useUndoDenial(booking.bookingID)
  const [isTooLate, setTooLate] = useState(false)
  const state = bookingStateOfDetail(booking)
  const canUndoDenial = !isTooLate && actionsFor(state, 'staff').includes('undoDenial')
  const last = booking.history.at(-1)
  /** A hold that has just lapsed is over before the background job writes it into the history. */
  const isRecorded = last && last.event !== 'submit' && last.event !== 'amend'
  return (
    <div ref={words} tabIndex={-1} className={`${common.stack1} ${styles.outcome}`}>
      <p id={whyID}>{moveRefusals[explainRefusal(state, 'approve')]}</p>
      {isRecorded && <Happened {...ofBooking(last)} />}
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
      <div className={`${common.row3} ${styles.pay}`}>
        <Button variant="secondary" disabled aria-describedby={whyID}>
          Approve Request
        </Button>
        <Button variant="secondary" disabled aria-describedby={whyID}>
          Submit Denial
        </Button>
      </div>
    </div>
  )
}

/** The bar is always in view, however far the certificates are scrolled. */
export const DecisionBar = ({ deciding }: { deciding: DecidingProps }) =>
  isPending(deciding.booking) && (
    <section aria-label="Approve" className={`${common.surface} ${common.spread} ${styles.bar}`}>
      <ApproveButtons {...deciding} />
      <a href="#denial">Ask for a certificate, or deny</a>
    </section>
  )
