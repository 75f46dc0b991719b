import { billApi } from '#contract/bills/api.ts'
import { BillSettings, formatBillNumber } from '#contract/bills/bill.ts'
import type { ReplyData } from '#contract/endpoint.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The number with which bills begin, the account to which niches are sold, and where organisations pay. */
export function BillNumbers() {
  const settings = useUpToDate(useApi(billApi.settings, {}))
  return (
    <QueryResult query={settings} loading="Loading the numbers..." failure="The numbers could not be read just now.">
      {(data) => <NumbersForm settings={data} />}
    </QueryResult>
  )
}

function NumbersForm({ settings: { hasBills, ...settings } }: { settings: ReplyData<typeof billApi.settings> }) {
  const form = useZodForm(BillSettings, settings)
  const save = useApiMutation(billApi.saveSettings, {
    done: 'The numbers are saved. Bills from now on follow them.',
    invalidates: [billApi.settings],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Bills">
      <Fieldset legend="Bills">
        <FieldRow>
          <TextField
            label="First number"
            inputMode="numeric"
            readOnly={hasBills}
            help={
              hasBills
                ? `The first bill had number ${formatBillNumber(Number(settings.firstNumber))}, so this stays.`
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
        </FieldRow>
        <TextField
          label="Bank account"
          optional
          help="Such as DBS 012-345678-9. It is printed on the bills of organisations, which transfer money to it."
          {...form.field('payTo')}
        />
      </Fieldset>
      <FormActions submit="Save these numbers" variant="secondary" />
    </Form>
  )
}
