import { z } from 'zod'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { PaymentProblem, ProblemKind } from '#contract/payments/payment-problem.ts'
import { required } from '#contract/schema-parts.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const Settlement = z.object({ reason: required('Please give a reason.', 500) })

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
  const form = useZodForm(Settlement, { reason: '' })
  const settle = useApiMutation(paymentApi.settleProblem, {
    invalidates: [paymentApi.problems, paymentApi.refunds, dashboardApi.today],
    done: 'Settled by hand.',
    onSuccess: onClose,
  })
  return (
    <Dialog title="Settle by hand" onClose={onClose}>
      <Form form={form} onSubmit={({ reason }) => settle.mutateAsync({ body: { problemID, reason } })}>
        <p>
          Booking {bookingID} of {customerName}. {effects[kind]} This cannot be undone.
        </p>
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          help="How it was settled, for example by bank transfer. Kept in the audit log; the family does not see it."
          {...form.field('reason')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={settle.isPending}>
            Settle by hand
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
