import type { ReactNode } from 'react'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { required } from '#contract/schema-parts.ts'
import type { ApiInput } from '#web/api/request.ts'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'

type Reason = z.ZodObject<{ reason: z.ZodType<string, string> }>

export interface ReasonDialogProps<E extends Endpoint>
  extends Omit<FormDialogProps<Reason, E>, 'schema' | 'values' | 'input' | 'children'> {
  label?: string
  /** The help text on what is done with the reason. */
  help?: string
  /** Shown if the field is empty. */
  missing?: string
  initialReason?: string
  input: (reason: string) => ApiInput<E>
  /** The words on what is about to happen, and to whom. */
  children?: ReactNode
}

/** Something that staff may do only if they say why. */
export const ReasonDialog = <E extends Endpoint>({
  label = 'Reason',
  help,
  missing = 'Please give a reason.',
  initialReason = '',
  input,
  children,
  ...dialog
}: ReasonDialogProps<E>) => (
  <FormDialog
    {...dialog}
    schema={z.object({ reason: required(missing, 500) })}
    values={{ reason: initialReason }}
    input={({ reason }) => input(reason)}
  >
    {(form) => (
      <>
        {children && <p>{children}</p>}
        <NoteField label={label} help={help} {...form.field('reason')} />
      </>
    )}
  </FormDialog>
)
