import { rightRulesApi } from '#contract/house/right-rules-api.ts'
import { EndSteps } from '#contract/rights/after-end.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** What the house does after the end of a right, before anything may happen with the niche. */
export function StepsAfterEnd() {
  const steps = useUpToDate(useApi(rightRulesApi.endSteps, {}))
  return (
    <QueryResult query={steps} loading="Loading the steps..." failure="The steps could not be read just now.">
      {(data) => <StepsForm steps={data} />}
    </QueryResult>
  )
}

function StepsForm({ steps }: { steps: EndSteps }) {
  const form = useZodForm(EndSteps, steps)
  const save = useApiMutation(rightRulesApi.saveEndSteps, {
    done: 'The steps are saved. Rights whose first step is not recorded yet follow them.',
    invalidates: [rightRulesApi.endSteps],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="After the end of a right">
      <Fieldset legend="After the end of a right">
        <TextArea
          label="Steps"
          rows={6}
          help="One on each line, with the days to wait after it, such as Telephone: 30. Nothing happens with a niche before all of them, 24 months, and the word of two people of whom one is an admin."
          {...form.field('steps')}
        />
      </Fieldset>
      <FormActions submit="Save these steps" variant="secondary" />
    </Form>
  )
}
