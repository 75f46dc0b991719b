import type { ReactNode } from 'react'
import type { Choices } from '#contract/registers/choices.ts'
import type { Draft } from '#contract/registers/draft-api.ts'
import { TextField, type TextFieldProps } from '#web/ui/form/TextField.tsx'
import styles from './Steps.module.css'

/** What a step gets: the draft as it is stored, and what the admin is about to say of it. */
export interface StepProps {
  draft: Draft
  choices: Choices
  onChange: (changed: Partial<Choices>) => void
  /** Stores it at once. What came of a check is forgotten. */
  onSave: (changed: Partial<Choices>) => void
}

interface TableSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A choice in a row of a table. */
export const TableSelect = ({ label, onChange, ...select }: TableSelectProps) => (
  <select className={styles.use} aria-label={label} onChange={({ target }) => onChange(target.value)} {...select} />
)

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
