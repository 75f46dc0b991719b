import { useNavigate } from 'react-router'
import { billApi } from '#contract/bills/api.ts'
import { awaitedBy, type Bill, BillCorrection, needsAddress, transferForm } from '#contract/bills/bill.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'

const changed = [billApi.byNumber, billApi.list, chargeApi.ofBooking]

/** What a clerk can do about a bill that was not taken back. */
export const BillActions = ({ bill }: { bill: Bill }) => (
  <>
    {awaitedBy(bill) && (
      <DialogButton dialog={(onClose) => <TransferDialog bill={bill} onClose={onClose} />}>
        Record transfer
      </DialogButton>
    )}
    {bill.dueOn && (
      <DialogButton
        variant="secondary"
        dialog={(onClose) => (bill.state === 'paid' ? refundDialog(bill, onClose) : creditDialog(bill, onClose))}
      >
        Credit this bill
      </DialogButton>
    )}
    <DialogButton variant="secondary" dialog={(onClose) => <CorrectDialog bill={bill} onClose={onClose} />}>
      Correct the name
    </DialogButton>
  </>
)

interface DialogProps {
  bill: Bill
  onClose: () => void
}

function TransferDialog({ bill: { number, gross, buyer }, onClose }: DialogProps) {
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

/** The money of a paid bill is returned before it is taken back. */
const refundDialog = ({ gross, paymentID }: Bill, onClose: () => void) => (
  <ReasonDialog
    title={`Return ${formatAmount(gross)}?`}
    help="Kept with the charges; the organisation does not see it."
    verb="Begin the refund"
    danger
    endpoint={chargeApi.refund}
    input={(reason) => ({ body: { paymentID, reason } })}
    done="The refund has begun."
    invalidates={changed}
    onClose={onClose}
  >
    This bill is paid. Another member of staff transfers the money back and records it with the refunds. Then the credit
    note is written.
  </ReasonDialog>
)

const creditDialog = ({ number, buyer }: Bill, onClose: () => void) => (
  <ReasonDialog
    title={`Credit bill ${number}?`}
    help="Printed on the credit note, and kept in the audit log."
    verb="Write the credit note"
    danger
    endpoint={chargeApi.creditBill}
    input={(reason) => ({ body: { number, reason } })}
    done="The bill is credited."
    invalidates={changed}
    onClose={onClose}
  >
    {buyer.name} need not pay it. The family owes its charges again.
  </ReasonDialog>
)

function CorrectDialog({ bill, onClose }: DialogProps) {
  const { number, buyer, dueOn } = bill
  const navigate = useNavigate()
  return (
    <FormDialog
      title={`Correct bill ${number}`}
      verb="Write the new bill"
      schema={BillCorrection}
      values={{ ...buyer, reason: '' }}
      endpoint={billApi.correct}
      input={(values) => ({ body: { ...values, number } })}
      done="The new bill is written."
      invalidates={[billApi.byNumber, billApi.list, paymentApi.receipt]}
      onSuccess={(written) => {
        onClose()
        void navigate(pathTo('bill', { number: written.number }))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>A credit note takes this bill back, and a new bill has the right name. No money moves.</p>
          <TextField label="Name" {...form.field('name')} />
          {(dueOn || needsAddress(bill)) && <TextField label="Address" maxLength={300} {...form.field('address')} />}
          <TextField
            label="Registration number"
            optional
            help="The UEN, if an organisation pays."
            {...form.field('registrationNumber')}
          />
          <TextArea
            label="Reason"
            rows={3}
            maxLength={500}
            help="Printed on the credit note and the new bill, and kept in the audit log."
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
