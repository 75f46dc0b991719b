import { HouseLimits, houseApi } from '#contract/house/api.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** From which amount on a second clerk is needed. */
export function Limits() {
  const limits = useUpToDate(useApi(houseApi.limits, {}))
  return (
    <QueryResult query={limits} loading="Loading the amount..." failure="The amount could not be read just now.">
      {(data) => <LimitsForm limits={data} />}
    </QueryResult>
  )
}

function LimitsForm({ limits }: { limits: HouseLimits }) {
  const form = useZodForm(HouseLimits, limits)
  const save = useApiMutation(houseApi.saveLimits, { done: 'The amount is saved.', invalidates: [houseApi.limits] })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Settling by hand">
      <Fieldset legend="Settling by hand">
        <TextField
          label="One clerk alone, up to"
          inputMode="decimal"
          help="Failed card refunds and second payments that staff settle by hand. Above it, a second clerk who took no part confirms it. With 0.00 it is always two."
          {...form.field('settleAlone')}
        />
      </Fieldset>
      <FormActions submit="Keep this amount" variant="secondary" />
    </Form>
  )
}
