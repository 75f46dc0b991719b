import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'>

export const TextArea = ({ label, help, error, optional, ...area }: TextAreaProps) => (
  <Field label={label} help={help} error={error} optional={optional ?? false}>
    {(control) => <textarea rows={4} {...area} {...control} />}
  </Field>
)

/** A few sentences that are kept, such as a reason. */
export const NoteField = (props: TextAreaProps) => <TextArea rows={3} maxLength={500} {...props} />
