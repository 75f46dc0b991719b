import { daysBeforeAnniversary, formatAnniversary, type RemembranceChoice } from '#contract/family/remembrance.ts'
import { type Remembrance as Reminder, remembranceApi } from '#contract/family/remembrance-api.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'

const usual: RemembranceChoice = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' }

/** A letter before each anniversary of the death, if the holder asks for it. Nothing if the day is not known or the urn is not with us. */
export function Remembrance({ bookingID }: { bookingID: string }) {
  const reminder = useApi(remembranceApi.remembrance, { query: { bookingID } }, { what: 'your reminder' }).data
  if (!reminder?.died) return null
  const { died, asked } = reminder
  return (
    <Card title={t`Anniversary`}>
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
      {t`If you wish, we write to you ${daysBeforeAnniversary} days before each anniversary of the death, by the solar or the lunar calendar. You can end it at any time.`}
    </p>
    <div>
      <ChoiceButton {...of} choice={usual} label={t`Remind me`} />
    </div>
  </>
)

function Asked({ bookingID, died, asked }: Of & { asked: NonNullable<Reminder['asked']> }) {
  const end = useApiMutation(remembranceApi.endRemembrance, {
    done: t`We do not remind you any more.`,
    failed: toErrorMessage,
    invalidates: [remembranceApi.remembrance],
  })
  return (
    <>
      <p>
        {t`We write to you ${daysBeforeAnniversary} days before each anniversary of the death.`}
        {asked.nextOn && t` The next letter is about ${formatAnniversary(asked.nextOn, asked)}.`}
      </p>
      <div className={common.row2}>
        <ChoiceButton bookingID={bookingID} died={died} choice={asked} label={t`Change`} />
        <Button variant="quiet" small busy={end.isPending} onClick={() => end.mutate({ body: { bookingID } })}>
          {t`End the reminder`}
        </Button>
      </div>
    </>
  )
}

const ChoiceButton = ({ label, ...of }: Of & { choice: RemembranceChoice; label: string }) => (
  <DialogButton
    variant="secondary"
    small
    dialog={() => <LazyPart load={loadDialog}>{({ ReminderDialog }) => <ReminderDialog {...of} />}</LazyPart>}
  >
    {label}
  </DialogButton>
)

/** Loaded on demand, because it has the table of lunar years. */
const loadDialog = () => loadChunk('ReminderDialog', () => import('./ReminderDialog.tsx'))
