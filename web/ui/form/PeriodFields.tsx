import { Period } from '#contract/dashboard/api.ts'
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { FieldRow } from './Form.tsx'
import { DateField } from './TextField.tsx'

interface PeriodFieldsProps {
  period: Period
  onChange: (period: Period) => void
}

/** The first and the last day of what is listed or exported. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const parsed = Period.safeParse(period)
  const errors: FieldErrors = parsed.success ? {} : toFieldErrors(parsed.error)
  const field = (name: keyof Period) => ({
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
