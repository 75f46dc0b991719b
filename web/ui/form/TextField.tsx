import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'>

export const TextField = ({ label, help, error, optional, ...input }: TextFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional ?? false}>
    {(control) => <input type="text" {...input} {...control} />}
  </Field>
)

/** The attributes of a field into which a code is typed or scanned. */
export const codeInput = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

/** Uses the browser's own date picker, which people know. */
export const DateField = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />
