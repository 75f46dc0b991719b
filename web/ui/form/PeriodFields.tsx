import { serverDay } from '#web/api/server-clock.ts'
import { FieldRow } from './Form.tsx'
import { DateField } from './TextField.tsx'

interface Days {
  from: string
  to: string
}

interface PeriodFieldsProps {
  period: Days
  errors: Partial<Record<keyof Days, string | undefined>>
  onChange: (period: Days) => void
}

/** The first and the last day of what is listed or exported. */
export function PeriodFields({ period, errors, onChange }: PeriodFieldsProps) {
  const field = (name: keyof Days) => ({
    value: period[name],
    max: serverDay(),
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...period, [name]: event.target.value }),
  })
  return (
    <FieldRow>
      <DateField label="From" {...field('from')} />
      <DateField label="To" {...field('to')} />
    </FieldRow>
  )
}
