import { billApi } from '#contract/bills/api.ts'
import { type Bill, transferForm } from '#contract/bills/bill.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { formatAmount } from '#contract/money.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'

const changed = [billApi.byNumber, billApi.list, chargeApi.ofBooking]

export const RecordTransfer = ({ bill }: { bill: Bill }) => (
  <DialogButton dialog={(onClose) => <TransferDialog bill={bill} onClose={onClose} />}>Record transfer</DialogButton>
)

function TransferDialog({ bill: { number, gross, buyer }, onClose }: { bill: Bill; onClose: () => void }) {
  const today = serverDay()
  return (
    <FormDialog
      title={`Record ${formatAmount(gross)}`}
      schema={transferForm({ today })}
      values={{ day: today, reference: '' }}
      endpoint={chargeApi.recordTransfer}
      input={(transfer) => ({ body: { ...transfer, number } })}
      verb="Record the transfer"
      done="The transfer is recorded."
      invalidates={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            {buyer.name} has transferred the whole amount of bill {number}.
          </p>
          <DateField label="Day" max={today} help="The day on which the bank booked it." {...form.field('day')} />
          <TextField label="Reference of the bank" {...form.field('reference')} />
        </>
      )}
    </FormDialog>
  )
}

/** An open bill is taken back at once. The money of a paid one is returned first. */
export const CreditBill = ({ bill }: { bill: Bill }) => (
  <DialogButton
    variant="secondary"
    dialog={(onClose) =>
      bill.state === 'paid' ? (
        <ReasonDialog
          title={`Return ${formatAmount(bill.gross)}?`}
          help="Kept with the charges; the organisation does not see it."
          verb="Begin the refund"
          danger
          endpoint={chargeApi.refund}
          input={(reason) => ({ body: { paymentID: bill.paymentID, reason } })}
          done="The refund has begun."
          invalidates={changed}
          onClose={onClose}
        >
          This bill is paid. Another member of staff transfers the money back and records it with the refunds. Then the
          credit note is written.
        </ReasonDialog>
      ) : (
        <ReasonDialog
          title={`Credit bill ${bill.number}?`}
          help="Printed on the credit note, and kept in the audit log."
          verb="Write the credit note"
          danger
          endpoint={chargeApi.creditBill}
          input={(reason) => ({ body: { number: bill.number, reason } })}
          done="The bill is credited."
          invalidates={changed}
          onClose={onClose}
        >
          {bill.buyer.name} need not pay it. The family owes its charges again.
        </ReasonDialog>
      )
    }
  >
    Credit this bill
  </DialogButton>
)
