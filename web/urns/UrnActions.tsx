import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ShelfForm, type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { type TwoPersonEvent, twoPersonEvents } from '#contract/urns/moves.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { moveButtons, moveTitles } from './move-words.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import styles from './Urns.module.css'

/** Shows where the urn is, and the moves that the table allows from there. While one waits for its second person, no other is possible. */
export function UrnActions({ urn }: { urn: UrnDetail }) {
  const { tag, events, attempt } = urn
  const mayConfirm = (event: TwoPersonEvent) =>
    attempt ? event === attempt.event && !attempt.isMine : events.includes(event)
  const shelfEvent = attempt ? undefined : (['move', 'shelve'] as const).find((event) => events.includes(event))
  return (
    <Card title="Where it is">
      <p className={styles.where}>{urn.where}</p>
      {urn.place === 'listed' && (
        <p>
          Two people first see the urn there, or find the niche empty, before anybody can take it out or release it. Or
          they count its block in a <Link to={pathTo('stockTake')}>stock-take</Link>.
        </p>
      )}
      {attempt && (
        <Callout tone="note" title="Waiting for a second person">
          <p>
            {moveTitles[attempt.event]}: confirmed by {attempt.isMine ? 'you' : attempt.by},{' '}
            <Countdown until={attempt.expiresAt} /> left.
          </p>
        </Callout>
      )}
      {urn.missing && (
        <Callout tone="note" title="Not all holders have agreed">
          <p>
            {urn.missing.names.join(', ')}: without them this urn does not leave. They are asked on the page of{' '}
            <Link to={pathTo('right', { number: urn.missing.right })}>right {urn.missing.right}</Link>.
          </p>
        </Callout>
      )}
      <div className={common.row3}>
        {twoPersonEvents.filter(mayConfirm).map((event) => (
          <ButtonLink
            key={event}
            to={pathTo('urnCheck', { event, tag })}
            variant={event === 'release' || event === 'disprove' ? 'secondary' : 'primary'}
          >
            {moveButtons[event]}
          </ButtonLink>
        ))}
        {shelfEvent && (
          <DialogButton variant="secondary" dialog={() => <ShelfDialog tag={tag} event={shelfEvent} />}>
            {shelfTitles[shelfEvent]}
          </DialogButton>
        )}
        {events.includes('receive') && (
          <DialogButton dialog={() => <ReceiveDialog bookingID={urn.bookingID} known={urn} />}>
            Receive it again
          </DialogButton>
        )}
      </div>
      <p className={common.help}>
        Placing, taking out and releasing need two people, each on their own device. The second may be a witness.
      </p>
    </Card>
  )
}

const shelfTitles = { move: 'Move to another shelf', shelve: 'Put on a shelf' }
const Shelf = ShelfForm.pick({ shelf: true })

function ShelfDialog({ tag, event }: { tag: string; event: keyof typeof shelfTitles }) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  return (
    <FormDialog
      title={shelfTitles[event]}
      schema={Shelf}
      values={{ shelf: '' }}
      endpoint={urnApi[event]}
      input={({ shelf }) => ({ body: withRequestID({ tag, shelf }) })}
      done="The new place has been recorded."
      onError={renewIfAnswered}
      invalidates={[urnApi.detail, urnApi.list]}
    >
      {(form) => (
        <TextField
          label="Shelf"
          help="As it is written on the shelf, such as Store room, shelf 3."
          {...form.field('shelf')}
        />
      )}
    </FormDialog>
  )
}
