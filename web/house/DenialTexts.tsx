import { DenialReasons, houseApi } from '#contract/house/api.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** The texts with which clerks begin a reason for a denial. */
export function DenialTexts() {
  const texts = useUpToDate(useApi(houseApi.denialReasons, {}))
  return (
    <QueryResult query={texts} loading="Loading the texts..." failure="The texts could not be read just now.">
      {(data) => <TextsForm texts={data} />}
    </QueryResult>
  )
}

function TextsForm({ texts }: { texts: DenialReasons }) {
  const form = useZodForm(DenialReasons, texts)
  const save = useApiMutation(houseApi.saveDenialReasons, {
    done: 'The texts are saved.',
    invalidates: [houseApi.denialReasons],
  })
  return (
    <Form form={form} onSubmit={(body) => save.mutateAsync({ body })} label="Texts for denials">
      <Fieldset legend="Texts for denials">
        <TextArea
          label="Texts"
          rows={6}
          optional
          help="One on each line. A clerk chooses one and completes it; the family reads it in the letter."
          {...form.field('reasons')}
        />
      </Fieldset>
      <FormActions submit="Keep these texts" variant="secondary" />
    </Form>
  )
}
