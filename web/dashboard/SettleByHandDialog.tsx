import { dashboardApi } from '#contract/dashboard/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { PaymentProblem, ProblemKind } from '#contract/payments/payment.ts'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'

const effects: Record<ProblemKind, string> = {
  RefundFailed: 'The payment is then recorded as refunded, and the family is told that they have their money.',
  SurplusRefundFailed: 'The family is then told that they have the money of the second payment.',
  WrongAmount: 'The card payment is then left as it is. It neither pays the booking nor is refunded by Columba.',
}

interface SettleByHandDialogProps {
  problem: PaymentProblem
  onClose: () => void
}

export const SettleByHandDialog = ({ problem, onClose }: SettleByHandDialogProps) => (
  <ReasonDialog
    title="Settle by hand"
    help="How it was settled, for example by bank transfer. Kept in the audit log; the family does not see it."
    verb="Settle by hand"
    endpoint={paymentApi.settleProblem}
    input={(reason) => ({ body: { problemID: problem.problemID, reason } })}
    done="Settled by hand."
    invalidates={[paymentApi.problems, paymentApi.refunds, dashboardApi.today]}
    onClose={onClose}
  >
    Booking {problem.bookingID} of {problem.customerName}. {effects[problem.kind]} This cannot be undone.
  </ReasonDialog>
)
