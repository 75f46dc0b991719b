import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export const TextArea = ({
  label,
  help,
  error,
  optional,
  ...area
}: FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'>) => (
  <Field label={label} help={help} error={error} optional={optional ?? false}>
    {(control) => <textarea rows={4} {...area} {...control} />}
  </Field>
)
