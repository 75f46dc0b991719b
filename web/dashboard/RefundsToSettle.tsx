import { useState } from 'react'
import { dashboardApi } from '#contract/dashboard/api.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { useApiRows } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ShowMore } from '#web/ui/table/ShowMore.tsx'
import { Table } from '#web/ui/table/Table.tsx'
import { whenColumn } from '#web/ui/When.tsx'

type Refund = ReplyData<typeof paymentApi.refunds>[number]

/** Cash and cheques are handed back by a clerk, who records it here; card refunds are made by the provider. */
export function RefundsToSettle() {
  const refunds = useApiRows(paymentApi.refunds, { query: {} }, { what: 'dashboard refunds' })
  const [handedOver, setHandedOver] = useState<Refund>()

  return (
    <div id="refunds">
      <Card title="Refunds to settle">
        <QueryResult query={refunds} loading="Loading refunds..." failure="Failed to load refunds.">
          {(rows) =>
            rows.length === 0 ? (
              <p>No refund is waiting.</p>
            ) : (
              <Table
                caption="Refunds to settle"
                rows={rows}
                rowKey={({ paymentID }) => paymentID}
                columns={[
                  { header: 'Payment', cell: ({ paymentID }) => paymentID, code: true },
                  { header: 'For', cell: ({ customerName }) => customerName, typed: true },
                  whenColumn('Paid', ({ paymentDate }: Refund) => paymentDate),
                  { header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9 },
                  { header: 'Status', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />, room: 8 },
                  {
                    header: 'Refund',
                    room: 9,
                    cell: (refund) =>
                      refund.paymentMethod === 'Credit Card' ? (
                        refund.failed ? (
                          'Failed; settle it by hand'
                        ) : (
                          'On its way by card'
                        )
                      ) : refund.needsAnother ? (
                        'Another member of staff gives it back'
                      ) : (
                        <Button small variant="secondary" onClick={() => setHandedOver(refund)}>
                          Mark refund as given
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryResult>
        <ShowMore query={refunds} what="refunds" />
      </Card>
      {handedOver && (
        <CallDialog
          title="Record refund"
          confirm="Yes, it was given back"
          endpoint={paymentApi.settleRefund}
          input={{ body: { paymentID: handedOver.paymentID } }}
          done="Refund recorded."
          invalidates={[paymentApi.refunds, dashboardApi.today]}
          onClose={() => setHandedOver(undefined)}
        >
          {formatAmount(handedOver.amount)} has been given back to {handedOver.customerName}. This cannot be undone.
        </CallDialog>
      )}
    </div>
  )
}
