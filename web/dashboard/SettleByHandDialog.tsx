import { dashboardApi } from '#contract/dashboard/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { PaymentProblem, ProblemKind } from '#contract/payments/payment-problem.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'

const effects: Record<ProblemKind, string> = {
  RefundFailed: 'The payment is then recorded as refunded, and the family is told that they have their money.',
  SurplusRefundFailed: 'The family is then told that they have the money of the second payment.',
  WrongAmount: 'The card payment is then left as it is. It neither pays the booking nor is refunded by Columba.',
}

interface SettleByHandDialogProps {
  problem: PaymentProblem
  onClose: () => void
}

export function SettleByHandDialog({ problem, onClose }: SettleByHandDialogProps) {
  const { problemID, kind, bookingID, customerName } = problem
  const settle = useApiMutation(paymentApi.settleProblem, {
    invalidates: [paymentApi.problems, paymentApi.refunds, dashboardApi.today],
    done: 'Settled by hand.',
    onSuccess: onClose,
  })
  return (
    <ReasonDialog
      title="Settle by hand"
      help="How it was settled, for example by bank transfer. Kept in the audit log; the family does not see it."
      verb="Settle by hand"
      isBusy={settle.isPending}
      onSubmit={(reason) => settle.mutateAsync({ body: { problemID, reason } })}
      onClose={onClose}
    >
      Booking {bookingID} of {customerName}. {effects[kind]} This cannot be undone.
    </ReasonDialog>
  )
}
