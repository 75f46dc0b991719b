import { useId } from 'react'
import { FieldError } from '#web/ui/Field.tsx'
import styles from './BookingTypeSection.module.css'
import { FormSection } from './FormSection.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

const types = [
  { value: 'PreOrder', words: 'For the future. The niche is kept, and an urn can be placed when the time comes.' },
  { value: 'Current', words: 'For someone who has died. Both certificates are needed.' },
] as const

export function BookingTypeSection({ form }: { form: ApplicationFormState }) {
  const id = useId()
  const { error, ...field } = form.field('bookingType')
  return (
    <FormSection number={1} title="Booking type" progress={{ asked: 1, done: 1 }}>
      <fieldset className={styles.types}>
        <legend className={styles.legend}>Booking Type</legend>
        {types.map(({ value, words }) => (
          <label key={value} className={styles.type}>
            <input
              type="radio"
              value={value}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-words`}
              {...field}
            />
            <span>
              <strong id={`${id}-${value}`}>{value}</strong>
              <span id={`${id}-${value}-words`}>{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error && <FieldError message={error} />}
    </FormSection>
  )
}
