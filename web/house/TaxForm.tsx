import { houseApi } from '#contract/house/api.ts'
import { TaxRules } from '#contract/house/tax.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** Whether the house is registered for GST. */
export function Tax() {
  const rules = useUpToDate(useApi(houseApi.taxRules, {}))
  return (
    <QueryResult query={rules} loading="Loading the rates..." failure="The rates could not be read just now.">
      {(data) => <TaxForm rules={data} />}
    </QueryResult>
  )
}

const roundings = [
  { value: 'line', label: 'On each line' },
  { value: 'total', label: 'On the total' },
]

function TaxForm({ rules }: { rules: TaxRules }) {
  const form = useZodForm(TaxRules, rules)
  const save = useApiMutation(houseApi.saveTaxRules, {
    done: 'The rates are saved. Bills from now on follow them.',
    invalidates: [houseApi.taxRules],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="GST">
      <Fieldset legend="GST">
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
      </Fieldset>
      <FormActions submit="Save these rates" variant="secondary" />
    </Form>
  )
}
