import { formatDay } from '#contract/dates.ts'
import {
  choicesFor,
  daysBeforeAnniversary,
  formatAnniversary,
  nextAnniversary,
  RemembranceChoice,
  type Remembrance as Reminder,
  remembranceApi,
} from '#contract/family/remembrance.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx'

const usual: RemembranceChoice = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' }

/** A letter before each anniversary of the death, if the holder asks for it. Nothing if the day is not known or the urn is not with us. */
export function Remembrance({ bookingID }: { bookingID: string }) {
  const reminder = useApi(remembranceApi.remembrance, { query: { bookingID } }, { what: 'your reminder' }).data
  if (!reminder?.died) return null
  const { died, asked } = reminder
  return (
    <Card title="Anniversary">
      {asked ? (
        <Asked bookingID={bookingID} died={died} asked={asked} />
      ) : (
        <NotAsked bookingID={bookingID} died={died} />
      )}
    </Card>
  )
}

interface Of {
  bookingID: string
  died: string
}

const NotAsked = (of: Of) => (
  <>
    <p className={common.help}>
      If you wish, we write to you {daysBeforeAnniversary} days before each anniversary of the death, by the solar or
      the lunar calendar. You can end it at any time.
    </p>
    <div>
      <ChoiceButton {...of} choice={usual} label="Remind me" />
    </div>
  </>
)

function Asked({ bookingID, died, asked }: Of & { asked: NonNullable<Reminder['asked']> }) {
  const end = useApiMutation(remembranceApi.endRemembrance, {
    done: 'We do not remind you any more.',
    failed: toErrorMessage,
    invalidates: [remembranceApi.remembrance],
  })
  return (
    <>
      <p>
        We write to you {daysBeforeAnniversary} days before each anniversary of the death.
        {asked.nextOn && ` The next letter is about ${formatAnniversary(asked.nextOn, asked)}.`}
      </p>
      <div className={common.row2}>
        <ChoiceButton bookingID={bookingID} died={died} choice={asked} label="Change" />
        <Button variant="quiet" small busy={end.isPending} onClick={() => end.mutate({ body: { bookingID } })}>
          End the reminder
        </Button>
      </div>
    </>
  )
}

function ChoiceButton({ bookingID, died, choice, label }: Of & { choice: RemembranceChoice; label: string }) {
  const { hasLunarDate, isInLeapMonth, isShort } = choicesFor(died)
  return (
    <DialogButton
      variant="secondary"
      small
      dialog={(onClose) => (
        <FormDialog
          title="Remind me of the anniversary"
          schema={RemembranceChoice}
          values={choice}
          endpoint={remembranceApi.askRemembrance}
          input={(choice) => ({ body: { bookingID, ...choice } })}
          done="We will write to you before the anniversary."
          invalidates={[remembranceApi.remembrance]}
          onClose={onClose}
        >
          {(form) => (
            <>
              <p>The day of the death was {formatDay(died)}.</p>
              {hasLunarDate && (
                <ChoiceField
                  legend="Calendar"
                  choices={[
                    { value: 'solar', label: 'Solar', words: nextOn(died, { ...form.watch(), calendar: 'solar' }) },
                    { value: 'lunar', label: 'Lunar', words: nextOn(died, { ...form.watch(), calendar: 'lunar' }) },
                  ]}
                  {...form.field('calendar')}
                />
              )}
              {isInLeapMonth && form.watch('calendar') === 'lunar' && (
                <ChoiceField
                  legend="The death was in a leap month"
                  choices={[
                    { value: 'ordinary', label: 'Each year in the ordinary month' },
                    { value: 'leap', label: 'In the leap month of years that have it' },
                  ]}
                  {...form.field('leapMonth')}
                />
              )}
              {isShort[form.watch('calendar')] && (
                <ChoiceField
                  legend="In years without that day"
                  choices={[
                    { value: 'earlier', label: 'The last day of the month' },
                    { value: 'later', label: 'The first day of the next month' },
                  ]}
                  {...form.field('shortMonth')}
                />
              )}
            </>
          )}
        </FormDialog>
      )}
    >
      {label}
    </DialogButton>
  )
}

function nextOn(died: string, choice: RemembranceChoice): string {
  const day = nextAnniversary(died, choice, serverDay())
  return day ? `The next one is on ${formatDay(day)}.` : ''
}
