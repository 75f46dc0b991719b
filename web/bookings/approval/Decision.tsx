import { useState } from 'react'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { bookingStateOfDetail, isPending, isUnpaid } from '#web/bookings/booking-actions.ts'
import { Card } from '#web/ui/Card.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ApproveButtons } from './ApproveButtons.tsx'
import { AskedCertificate, AskForCertificate } from './AskForCertificate.tsx'
import { DenialForm } from './DenialForm.tsx'
import { Outcome } from './Outcome.tsx'
import { UnpaidNotice } from './UnpaidNotice.tsx'
import type { DecidingProps } from './use-booking-decision.ts'
import type { Queue } from './use-queue.ts'
import { useReturnToList } from './use-return-to-list.ts'

interface DecisionProps {
  booking: ApprovalDetail
  queue: Queue | undefined
  onPay: () => void
  /** A decision of this clerk on this version was accepted. */
  onMoved: (version: number) => void
  onConflict: (sentence: string) => void
}

/** Yes or no, each with what it does; afterwards, what was decided. */
export function Decision({ booking, queue, onPay, onMoved, onConflict }: DecisionProps) {
  const [wasPending] = useState(isPending(booking))
  const { leave, isLeaving } = useReturnToList(booking.contactNumber)
  /** The version that was sent, because the page may have reloaded the booking meanwhile. */
  const finish: DecidingProps['onDone'] = ({ body: { version = booking.version } }, opensNext = false) => {
    onMoved(version)
    if (opensNext && queue?.next) queue.open(queue.next)
    else leave()
  }
  const deciding: DecidingProps = { booking, isLeaving, hasNext: queue?.next !== undefined, onDone: finish, onConflict }
  return (
    <Card title="Decision">
      {isPending(booking) ? (
        <>
          {isUnpaid(bookingStateOfDetail(booking)) && <UnpaidNotice booking={booking} onPay={onPay} />}
          {booking.certificateRequest && <AskedCertificate request={booking.certificateRequest} />}
          <ApproveButtons {...deciding} />
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
