import { useState } from 'react'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { FormSection } from './FormSection.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

const types = [
  {
    value: 'PreOrder',
    label: 'PreOrder',
    words: 'For later. The niche is kept, and an urn can be placed when the time comes.',
  },
  { value: 'Current', label: 'Current', words: 'Someone has died. Both certificates are needed.' },
] as const

/** One type is chosen beforehand, but the part is complete only once somebody has pressed one, also the same. */
export function BookingTypeSection({ form }: { form: ApplicationFormState }) {
  const { label, ...field } = form.field('bookingType')
  const [isChosen, setChosen] = useState(form.fromDraft)
  return (
    <FormSection number={1} title="Booking type" progress={{ asked: 1, done: isChosen ? 1 : 0 }}>
      <ChoiceField legend={label} choices={types} layout="side" {...field} onClick={() => setChosen(true)} />
    </FormSection>
  )
}
