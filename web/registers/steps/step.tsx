import type { Choices } from '#contract/registers/choices.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { TextField, type TextFieldProps } from '#web/ui/form/TextField.tsx'

/** What a step gets: the draft as it is stored, and what the admin is about to say of it. */
export interface StepProps {
  draft: Draft
  choices: Choices
  onChange: (changed: Partial<Choices>) => void
}

type NumberFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null
  onChange: (value: number | null) => void
}

/** A whole number, or null while nothing is entered. Only digits count. */
export const NumberField = ({ value, onChange, ...field }: NumberFieldProps) => (
  <TextField
    {...field}
    inputMode="numeric"
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value.trim() ? Number(target.value.replaceAll(/\D/g, '')) : null)}
  />
)
