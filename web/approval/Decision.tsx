import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { bookingStateOfDetail, isPending, isUnpaid } from '#web/bookings/booking-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ApproveButtons } from './ApproveButtons.tsx'
import { AskedCertificate, AskForCertificate } from './AskForCertificate.tsx'
import styles from './Decision.module.css'
import { DenialForm } from './DenialForm.tsx'
import { Outcome } from './Outcome.tsx'
import { UnpaidNotice } from './UnpaidNotice.tsx'
import type { DecidingProps } from './use-booking-decision.ts'
import type { Queue } from './use-queue.ts'
import { useReturnToList } from './use-return-to-list.ts'

interface DecidingOptions {
  booking: ApprovalDetail
  queue: Queue | undefined
  /** A decision of this clerk on this version was accepted. */
  onMoved: (version: number) => void
  onConflict: (sentence: string) => void
}

/** What every button that decides is given: after a decision, the next booking or the list is opened. */
export function useDeciding({ booking, queue, onMoved, onConflict }: DecidingOptions): DecidingProps {
  const { leave, isLeaving, isShown } = useReturnToList(booking.contactNumber)
  /** The version that was sent, because the page may have reloaded the booking meanwhile. */
  const finish: DecidingProps['onDone'] = ({ body: { version = booking.version } }, opensNext = false) => {
    onMoved(version)
    if (!isShown.current) return
    if (opensNext && queue?.next) queue.open(queue.next)
    else leave()
  }
  return { booking, isLeaving, hasNext: queue?.next !== undefined, onDone: finish, onConflict }
}

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
        <>
          <Outcome booking={booking} takesFocus={wasPending} />
          <DecidedButtons />
        </>
      )}
      <LiveRegion>{isLeaving && 'Going back to the list.'}</LiveRegion>
    </Card>
  )
}

/** The buttons stay where they were; the outcome says why they are disabled. */
const DecidedButtons = () => (
  <div className={styles.part}>
    <Button disabled>Approve Request</Button>
    <Button variant="danger" disabled>
      Submit Denial
    </Button>
  </div>
)

/** Always in view, however far the certificates are scrolled. */
export const DecisionBar = ({ deciding }: { deciding: DecidingProps }) =>
  isPending(deciding.booking) && (
    <section aria-label="Approve" className={styles.bar}>
      <ApproveButtons {...deciding} />
      <a href="#denial">Ask for a certificate, or deny</a>
    </section>
  )
