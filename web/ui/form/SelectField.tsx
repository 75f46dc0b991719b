import type { ComponentPropsWithRef } from 'react'
import { translate } from '#contract/words/t.ts'
import { Field, type FieldProps } from './Field.tsx'

interface Option {
  value: string
  label: string
}

type SelectFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'className' | 'children'> & {
    /** A string is an option whose label is its value. */
    options: readonly (Option | string)[]
    /** Shown while nothing is chosen, such as 'Please choose'. */
    placeholder?: string
  }

/** The options of a table of values and their labels. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** Values that are stored in English, with what a reader sees. */
export const translatedOptions = (values: readonly string[]) =>
  values.map((value) => ({ value, label: translate(value) }))

export const SelectField = ({ label, help, error, optional, options, placeholder, ...select }: SelectFieldProps) => (
  <Field label={label} help={help} error={error} optional={optional ?? false}>
    {(control) => (
      <select {...select} {...control}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
    )}
  </Field>
)
