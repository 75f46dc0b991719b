import type { ReactNode } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import type { ApiInput } from '#web/api/request.ts'
import { useApi, useApiMutation, useUpToDate } from '#web/api/use-api.ts'
import { Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { type FormSchema, useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'

interface SettingsProps<S extends FormSchema, Read extends Endpoint> {
  title: string
  /** What the settings are, such as "rates". */
  what: string
  schema: S
  /** The call that reads the fields of the form. */
  read: Read & { reply: z.ZodType<z.input<S>> }
  save: Endpoint & { body: S }
  /** The sentence that follows "The rates are saved." */
  follows?: string
  submit?: string
  children: (form: FieldsForm<z.input<S>, z.output<S>>, read: ReplyData<Read>) => ReactNode
}

/** Settings of the house that one call reads and another saves. */
export function SettingsForm<S extends FormSchema, Read extends Endpoint>(props: SettingsProps<S, Read>) {
  const { read, what } = props
  const settings = useUpToDate(useApi<Read>(read, {} as ApiInput<Read>))
  return (
    <QueryResult
      query={settings}
      loading={`Loading the ${what}...`}
      failure={`The ${what} could not be read just now.`}
    >
      {(data) => <LoadedForm {...props} data={data} />}
    </QueryResult>
  )
}

function LoadedForm<S extends FormSchema, Read extends Endpoint>({
  title,
  what,
  schema,
  read,
  save,
  follows = '',
  submit = `Save these ${what}`,
  children,
  data,
}: SettingsProps<S, Read> & { data: ReplyData<Read> }) {
  const form = useZodForm(schema, data as DefaultValues<z.input<S>>)
  const { mutateAsync } = useApiMutation(save, {
    done: `The ${what} are saved. ${follows}`.trim(),
    invalidates: [read],
  })
  return (
    <Form form={form} onSubmit={(body) => mutateAsync({ body } as ApiInput<typeof save>)} label={title}>
      <Fieldset legend={title}>{children(form, data)}</Fieldset>
      <FormActions submit={submit} variant="secondary" />
    </Form>
  )
}
