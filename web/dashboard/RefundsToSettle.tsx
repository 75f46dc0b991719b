import { z } from 'zod'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { refundMethods, refundMethodsOf } from '#contract/payments/payment.ts'
import { Card } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { ApiTable, type RowOf } from '#web/ui/table/ApiTable.tsx'
import { whenColumn } from '#web/ui/When.tsx'
import { personColumn } from './person-column.tsx'

type Refund = RowOf<typeof paymentApi.refunds>

/** Cash and cheques are handed back by a clerk, who records it here; card refunds are made by the provider. */
export const RefundsToSettle = () => (
  <div id="refunds">
    <Card title="Refunds">
      <ApiTable
        endpoint={paymentApi.refunds}
        input={{ query: {} }}
        what="dashboard refunds"
        more="refunds"
        loading="Loading refunds..."
        failure="Failed to load refunds."
        empty={<p>No refund is waiting.</p>}
        caption="Refunds"
        rowKey={({ paymentID }) => paymentID}
        columns={[
          personColumn,
          { header: 'Payer', cell: ({ customerName }) => customerName, typed: true },
          { header: 'Payment', cell: ({ paymentID }) => paymentID, code: true, folds: 'always' },
          whenColumn('Paid', ({ paymentDate }: Refund) => paymentDate, { folds: 'narrow', phone: 'below' }),
          { header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end', room: 9, phone: 'end' },
          {
            header: 'Status',
            cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} />,
            folds: 'always',
            room: 8,
          },
          {
            header: 'Refund',
            cell: (refund) => <NextStep refund={refund} />,
            actions: true,
            room: 9.5,
            phone: 'belowEnd',
          },
        ]}
      />
    </Card>
  </div>
)

function NextStep({ refund }: { refund: Refund }) {
  if (refund.paymentMethod === 'Credit Card') return refund.failed ? 'Failed; settle it by hand' : 'On its way by card'
  if (refund.needsAnother) return 'Another member of staff gives it back'
  return (
    <DialogButton
      small
      variant="secondary"
      dialog={() => (
        <FormDialog
          title="Record refund"
          schema={z.object({ returnedBy: z.enum(refundMethods) })}
          values={{ returnedBy: refundMethods.find((method) => method === refund.paymentMethod) ?? 'Cash' }}
          verb="Yes, it was given back"
          endpoint={paymentApi.settleRefund}
          input={(said) => ({ body: { paymentID: refund.paymentID, ...said } })}
          done="Refund recorded."
          invalidates={[paymentApi.refunds, dashboardApi.today]}
        >
          {(form) => (
            <>
              <p>
                <Money amount={refund.amount} /> has been given back to the payer, {refund.customerName}. This cannot be
                undone.
              </p>
              <SelectField
                label="How the money went back"
                options={refundMethodsOf(refund.paymentMethod)}
                help="The day book and the drawer count it by this method."
                {...form.field('returnedBy')}
              />
            </>
          )}
        </FormDialog>
      )}
    >
      Mark as given
    </DialogButton>
  )
}
