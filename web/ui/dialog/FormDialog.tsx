import type { ReactNode } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { t } from '#contract/words/t.ts'
import type { ApiInput } from '#web/api/request.ts'
import { type MutationOptions, useApiMutation } from '#web/api/use-api.ts'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { type FormSchema, useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Dialog } from './Dialog.tsx'
import { useCloseDialog } from './DialogButton.tsx'

export interface FormDialogProps<S extends FormSchema, E extends Endpoint> extends MutationOptions<E> {
  title: string
  schema: S
  values: DefaultValues<z.input<S>>
  endpoint: E
  /** What is sent. */
  input: (values: z.output<S>) => ApiInput<E> | Promise<ApiInput<E>>
  /** The label of the button. */
  verb?: string
  danger?: boolean
  errorMessage?: (error: unknown) => string | undefined
  /** Closes a dialog that no button has opened. */
  onClose?: (() => void) | undefined
  /** The fields, and what is to be read before them. */
  children: (form: FieldsForm<z.input<S>, z.output<S>>) => ReactNode
}

/** A dialog that sends a form to one call. Closes on success, unless `onSuccess` says what happens then. */
export function FormDialog<S extends FormSchema, E extends Endpoint>({
  title,
  schema,
  values,
  endpoint,
  input,
  verb = t`Save`,
  danger = false,
  errorMessage,
  onClose,
  children,
  ...options
}: FormDialogProps<S, E>) {
  const close = useCloseDialog(onClose)
  const form = useZodForm(schema, values)
  const { mutateAsync } = useApiMutation(endpoint, { onSuccess: close, onAsked: close, ...options })
  return (
    <Dialog title={title} onClose={close}>
      <Form
        form={form}
        onSubmit={async (values) => mutateAsync(await input(values))}
        {...(errorMessage && { errorMessage })}
      >
        {children(form)}
        <FormActions submit={verb} variant={danger ? 'danger' : 'primary'} onCancel={close} />
      </Form>
    </Dialog>
  )
}
