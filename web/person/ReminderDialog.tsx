import { choicesFor, nextAnniversary } from '#contract/family/anniversary.ts'
import { RemembranceChoice } from '#contract/family/remembrance.ts'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { spoken, t } from '#contract/words/t.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'

interface ReminderDialogProps {
  bookingID: string
  /** The day of the death. */
  died: string
  choice: RemembranceChoice
}

/** The family chooses by which calendar it is reminded of an anniversary. Asks only what makes a difference for its day. */
export function ReminderDialog({ bookingID, died, choice }: ReminderDialogProps) {
  const { hasLunarDate, isInLeapMonth, isShort } = choicesFor(died)
  return (
    <FormDialog
      title={t`Remind me of the anniversary`}
      schema={RemembranceChoice}
      values={choice}
      endpoint={remembranceApi.askRemembrance}
      input={(choice) => ({ body: { bookingID, ...choice } })}
      done={t`We will write to you before the anniversary.`}
      invalidates={[remembranceApi.remembrance]}
    >
      {(form) => (
        <>
          <p>{t`The day of the death was ${spoken().day(died)}.`}</p>
          {hasLunarDate && (
            <ChoiceField
              legend={t`Calendar`}
              choices={[
                { value: 'solar', label: t`Solar`, words: nextOn(died, { ...form.watch(), calendar: 'solar' }) },
                { value: 'lunar', label: t`Lunar`, words: nextOn(died, { ...form.watch(), calendar: 'lunar' }) },
              ]}
              {...form.field('calendar')}
            />
          )}
          {isInLeapMonth && form.watch('calendar') === 'lunar' && (
            <ChoiceField
              legend={t`The death was in a leap month`}
              choices={[
                { value: 'ordinary', label: t`Each year in the ordinary month` },
                { value: 'leap', label: t`In the leap month of years that have it` },
              ]}
              {...form.field('leapMonth')}
            />
          )}
          {isShort[form.watch('calendar')] && (
            <ChoiceField
              legend={t`In years without that day`}
              choices={[
                { value: 'earlier', label: t`The last day of the month` },
                { value: 'later', label: t`The first day of the next month` },
              ]}
              {...form.field('shortMonth')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

function nextOn(died: string, choice: RemembranceChoice): string {
  const day = nextAnniversary(died, choice, serverDay())
  return day ? t`The next one is on ${spoken().day(day)}.` : ''
}
