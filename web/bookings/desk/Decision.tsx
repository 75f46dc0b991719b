import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { isUnpaid, stateOfDetail } from '#web/bookings/booking-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { LiveRegion } from '#web/ui/VisuallyHidden.tsx'
import { ApproveButtons } from './ApproveButtons.tsx'
import { DenialForm } from './DenialForm.tsx'
import { UnpaidAtTheCounter } from './UnpaidAtTheCounter.tsx'
import { useReturn } from './use-return.ts'

export interface DecisionProps {
  booking: ApprovalDetail
  onPay: () => void
  /** A decision of this clerk on this version was accepted. */
  onMoved: (version: number) => void
  onConflict: (sentence: string) => void
}

/** Yes or no, each with what it does. */
export function Decision({ booking, onPay, onMoved, onConflict }: DecisionProps) {
  const { leave, isLeaving } = useReturn(booking.contactNumber)
  const finish = () => {
    onMoved(booking.version)
    leave()
  }
  return (
    <Card title="Decision">
      {isUnpaid(stateOfDetail(booking)) && <UnpaidAtTheCounter booking={booking} onPay={onPay} />}
      <ApproveButtons booking={booking} isLeaving={isLeaving} onDone={finish} onConflict={onConflict} />
      <DenialForm booking={booking} isLeaving={isLeaving} onDone={finish} onConflict={onConflict} />
      <LiveRegion>{isLeaving && 'Going back to the list.'}</LiveRegion>
    </Card>
  )
}
