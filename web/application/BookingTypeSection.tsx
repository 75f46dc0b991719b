import { t, translate } from '#contract/words/t.ts'
import { hasDied } from '#web/bookings/AskBookingType.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'
import { FormSection } from './FormSection.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

const types = () => [
  {
    value: 'Current',
    label: t`Yes`,
    tag: translate('Current'),
    words: t`We ask for the date of death, and for the birth and the death certificate.`,
  },
  {
    value: 'PreOrder',
    label: t`No`,
    tag: translate('PreOrder'),
    words: t`The niche is kept for later, and we ask for the birth certificate only.`,
  },
]

/** The page chooses no answer beforehand, and asks again before anything is paid if the family left it open. */
export function BookingTypeSection({ form }: { form: ApplicationFormState }) {
  const { label, ...field } = form.field('bookingType')
  return (
    <FormSection number={1} title={label} progress={{ asked: 1, done: form.values.bookingType ? 1 : 0 }}>
      <ChoiceField legend={hasDied()} choices={types()} layout="side" large {...field} />
    </FormSection>
  )
}
