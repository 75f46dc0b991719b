import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { bookingStateOfDetail, isUnpaid } from '#web/bookings/booking-actions.ts'
import { Card } from '#web/ui/Card.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ApproveButtons } from './ApproveButtons.tsx'
import { AskForCertificate } from './AskForCertificate.tsx'
import { DenialForm } from './DenialForm.tsx'
import { UnpaidNotice } from './UnpaidNotice.tsx'
import type { DecidingProps } from './use-booking-decision.ts'
import { useReturnToList } from './use-return-to-list.ts'

interface DecisionProps {
  booking: ApprovalDetail
  onPay: () => void
  /** A decision of this clerk on this version was accepted. */
  onMoved: (version: number) => void
  onConflict: (sentence: string) => void
}

/** Yes or no, each with what it does. */
export function Decision({ booking, onPay, onMoved, onConflict }: DecisionProps) {
  const { leave, isLeaving } = useReturnToList(booking.contactNumber)
  /** The version that was sent, because the page may have reloaded the booking meanwhile. */
  const finish: DecidingProps['onDone'] = ({ body: { version = booking.version } }) => {
    onMoved(version)
    leave()
  }
  return (
    <Card title="Decision">
      {isUnpaid(bookingStateOfDetail(booking)) && <UnpaidNotice booking={booking} onPay={onPay} />}
      <ApproveButtons booking={booking} isLeaving={isLeaving} onDone={finish} onConflict={onConflict} />
      <AskForCertificate booking={booking} isLeaving={isLeaving} onDone={finish} onConflict={onConflict} />
      <DenialForm booking={booking} isLeaving={isLeaving} onDone={finish} onConflict={onConflict} />
      <LiveRegion>{isLeaving && 'Going back to the list.'}</LiveRegion>
    </Card>
  )
}
