import { useState } from 'react'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { showInstant } from '#contract/dates.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { showAmount } from '#contract/money.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { wordsOf } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/toast.ts'

type Refund = AnswerOf<typeof paymentApi.refunds>[number]

/** Cash and cheques go back by hand, and a clerk says when; a card's refund is the provider's business. */
export function RefundsToSettle() {
  const refunds = useApi(paymentApi.refunds, { query: {} }, { what: 'dashboard refunds' })
  const [handedOver, setHandedOver] = useState<Refund>()
  const settle = useApiMutation(paymentApi.settleRefund, {
    refreshes: [paymentApi.refunds, dashboardApi.today],
    onSuccess: () => toast.success('Refund recorded.'),
    onError: (error) => toast.error(wordsOf(error)),
  })

  return (
    <div id="refunds">
      <Card title="Refunds to settle">
        <Loaded query={refunds} loading="Loading refunds..." failure="Failed to load refunds.">
          {(rows) =>
            rows.length === 0 ? (
              <p>No refund is waiting.</p>
            ) : (
              <Table
                caption="Refunds to settle"
                rows={rows}
                rowKey={({ paymentID }) => paymentID}
                columns={[
                  { header: 'Payment', cell: ({ paymentID }) => paymentID },
                  { header: 'For', cell: ({ customerName }) => customerName, typed: true },
                  { header: 'Paid', cell: ({ paymentDate }) => showInstant(paymentDate) },
                  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end' },
                  { header: 'Status', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
                  {
                    header: 'Refund',
                    cell: (refund) =>
                      refund.paymentMethod === 'Credit Card' ? (
                        'On its way by card'
                      ) : (
                        <Button small variant="secondary" onClick={() => setHandedOver(refund)}>
                          Record as handed over
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      {handedOver && (
        <ConfirmDialog
          title="Record refund"
          confirm="Yes, it was handed over"
          onCancel={() => setHandedOver(undefined)}
          onConfirm={() => {
            settle.mutate({ body: { paymentID: handedOver.paymentID } })
            setHandedOver(undefined)
          }}
        >
          {showAmount(handedOver.amount)} has been given back to {handedOver.customerName}. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}
