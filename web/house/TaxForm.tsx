import { houseApi } from '#contract/house/api.ts'
import { TaxRules } from '#contract/house/tax.ts'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { SettingsForm } from './SettingsForm.tsx'

const roundings = [
  { value: 'line', label: 'On each line' },
  { value: 'total', label: 'On the total' },
]

/** Whether the house is registered for GST. */
export const TaxForm = () => (
  <SettingsForm
    title="GST"
    what="rates"
    schema={TaxRules}
    read={houseApi.taxRules}
    save={houseApi.saveTaxRules}
    follows="Bills from now on follow them."
  >
    {(form) => (
      <>
        <FieldRow>
          <TextField
            label="GST number"
            optional
            help="Leave it empty if the house is not registered."
            {...form.field('taxNumber')}
          />
          <DateField label="Registered from" optional {...form.field('taxRegisteredOn')} />
        </FieldRow>
        <TextArea
          label="Rates"
          optional
          help="One on each line, with the day from which it is charged, for example: 2024-01-01: 9%. Prices include the tax."
          {...form.field('taxRates')}
        />
        <SelectField
          label="Round the tax of a bill with several lines"
          help="Chosen once: later bills are rounded in the same way."
          options={roundings}
          {...form.field('taxRounding')}
        />
      </>
    )}
  </SettingsForm>
)
