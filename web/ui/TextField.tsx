import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'>

export const TextField = ({ label, help, error, optional, ...input }: TextFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional ?? false}>
    {(control) => <input type="text" {...input} {...control} />}
  </Field>
)

/** The browser's own picker, so that people use the calendar that they know. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />
