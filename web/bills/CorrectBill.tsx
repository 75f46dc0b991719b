import { useNavigate } from 'react-router'
import { billApi } from '#contract/bills/api.ts'
import { type Bill, BillCorrection } from '#contract/bills/bill.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export const CorrectBill = ({ bill }: { bill: Bill }) => (
  <DialogButton variant="secondary" dialog={(onClose) => <CorrectDialog bill={bill} onClose={onClose} />}>
    Correct the name
  </DialogButton>
)

function CorrectDialog({ bill: { number, buyer, dueOn }, onClose }: { bill: Bill; onClose: () => void }) {
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
          {dueOn && <TextField label="Address" maxLength={300} {...form.field('address')} />}
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
