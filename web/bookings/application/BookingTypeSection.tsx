import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { FormSection } from './FormSection.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

const types = [
  {
    value: 'PreOrder',
    label: 'PreOrder',
    words: 'For the future. The niche is kept, and an urn can be placed when the time comes.',
  },
  { value: 'Current', label: 'Current', words: 'For someone who has died. Both certificates are needed.' },
] as const

export const BookingTypeSection = ({ form }: { form: ApplicationFormState }) => (
  <FormSection number={1} title="Booking type" progress={{ asked: 1, done: 1 }}>
    <ChoiceField legend="Booking Type" choices={types} sideBySide {...form.field('bookingType')} />
  </FormSection>
)
