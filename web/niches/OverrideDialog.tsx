import { Link } from 'react-router'
import { z } from 'zod'
import { bookingApi } from '#contract/bookings/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { NicheOverride, nicheApi } from '#contract/niches/api.ts'
import { type Niche, nicheStatuses } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { nameInNiche } from '#contract/registers/partial-date.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './OverrideDialog.module.css'

const failure = 'Failed to update status. Please try again.'

const Override = NicheOverride.extend({ isSure: z.boolean() })

/** Sets a niche to any status. Needs a reason, which is kept, and a confirmation. */
export function OverrideDialog({ niche }: { niche: Niche }) {
  const close = useCloseDialog()
  const { nicheID, nicheCode, status } = niche
  const form = useZodForm(Override, { nicheID, newStatus: status, reason: '', isSure: false })
  const override = useApiMutation(nicheApi.override, {
    done: ({ niche }) => `Niche ${niche.nicheCode} is now ${niche.status.toLowerCase()}.`,
    onSuccess: ({ warning }) => {
      if (warning) toast.warning(warning)
      close()
    },
    onAsked: close,
    onError: () => window.alert(failure),
    invalidates: [nicheApi.niches, nicheApi.history, bookingApi.inNiche],
  })
  const [newStatus, reason, isSure] = form.watch(['newStatus', 'reason', 'isSure'])

  return (
    <Dialog wide title={`Niche ${nicheCode}`}>
      <div className={styles.besides}>
        <Form
          form={form}
          onSubmit={({ isSure, ...body }) => override.mutateAsync({ body })}
          errorMessage={(error) => toErrorMessage(error, failure)}
        >
          <p className={common.muted}>
            It is {status.toLowerCase()} now. The change takes effect at once, also while a booking holds the niche. A
            niche with an urn, or whose right has ended, cannot become available.
          </p>
          <PeopleHere nicheID={nicheID} />
          <SelectField
            label="New status"
            options={nicheStatuses}
            help={
              newStatus === 'Occupied' ? 'If nobody has a place here, an urn without a name is entered.' : undefined
            }
            {...form.field('newStatus')}
          />
          <NoteField label="Reason" required {...form.field('reason')} />
          <Checkbox label="I confirm this change" {...form.register('isSure')} />
          <FormActions onCancel={close}>
            <Button type="submit" disabled={reason.trim() === '' || !isSure} busy={override.isPending}>
              Save
            </Button>
          </FormActions>
        </Form>
        <NicheHistory nicheID={nicheID} />
      </div>
    </Dialog>
  )
}

/** Nothing for a niche without bookings. */
function PeopleHere({ nicheID }: { nicheID: string }) {
  const people = useApi(bookingApi.inNiche, { query: { nicheID } }, { what: 'people in this niche' }).data
  if (!people?.length) return null
  return (
    <Callout tone="warning" title="Who has a place in this niche">
      <ul>
        {people.map((person) => (
          <li key={person.bookingID}>
            <Link to={pathTo('staffPerson', { bookingID: person.bookingID })}>{nameInNiche(person)}</Link>
            {person.bookingType === 'PreOrder' && ', for later'} (
            <Link to={pathTo('auditLog', { booking: person.bookingID })}>
              <Code>{person.bookingID}</Code>
            </Link>
            )
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** The number of changes that the server sends. */
const longest = 100

/** The last hundred changes of the niche, newest first. */
function NicheHistory({ nicheID }: { nicheID: string }) {
  const history = useApi(nicheApi.history, { query: { nicheID } }, { staleTime: 0 })
  return (
    <section className={`${common.stack3} ${styles.history}`} aria-label="History">
      <h3>History</h3>
      <QueryResult query={history} loading="Loading the history..." failure="The history could not be read.">
        {(entries) =>
          entries.length === 0 ? (
            <p>Its status has never changed.</p>
          ) : (
            <>
              {entries.length === longest && <p>The last {longest} changes; the audit log has all of them.</p>}
              <ol className={`${common.stack3} ${common.textS} ${styles.entries}`}>
                {entries.map(({ at, from, to, reason, actorName, bookingID }) => (
                  <li key={`${at} ${from} ${to}`}>
                    <time dateTime={at}>{formatDateTime(at)}</time>
                    <span>
                      {from} to <strong>{to}</strong>: {reason}
                    </span>
                    <span className={styles.by}>
                      {actorName}
                      {bookingID && `, booking ${bookingID}`}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </QueryResult>
    </section>
  )
}
