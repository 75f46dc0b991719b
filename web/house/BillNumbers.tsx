import { billApi } from '#contract/bills/api.ts'
import { BillSettings, formatBillNumber } from '#contract/bills/bill.ts'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** The number with which bills begin, the accounts of what is sold, and where organisations pay. */
export const BillNumbers = () => (
  <SettingsForm
    title="Bills"
    what="numbers"
    schema={BillSettings}
    read={billApi.settings}
    save={billApi.saveSettings}
    follows="Bills from now on follow them."
  >
    {(form, { hasBills, firstNumber }) => (
      <>
        <FieldRow>
          <TextField
            label="First number"
            inputMode="numeric"
            readOnly={hasBills}
            help={
              hasBills
                ? `The first bill had number ${formatBillNumber(Number(firstNumber))}, so this stays.`
                : 'Choose the number after your last receipt. It cannot be changed once a bill is written.'
            }
            {...form.field('firstNumber')}
          />
          <TextField
            label="Account for niches"
            optional
            help="The account in your books, for the export for accounting."
            {...form.field('nicheAccount')}
          />
          <TextField
            label="Account for other charges"
            optional
            help="For charges that have no account in the price list, also those that staff write themselves."
            {...form.field('chargeAccount')}
          />
        </FieldRow>
        <TextField
          label="Bank account"
          optional
          help="Such as DBS 012-345678-9. It is printed on the bills of organisations, which transfer money to it."
          {...form.field('payTo')}
        />
      </>
    )}
  </SettingsForm>
)
