import { useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import type { UrnDetail } from '#contract/urns/api.ts'
import { type TwoPersonEvent, twoPersonEvents } from '#contract/urns/moves.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import common from '#web/ui/common.module.css'
import { moveTitles } from './move-words.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { ShelfDialog } from './ShelfDialog.tsx'
import styles from './Urns.module.css'

/** Where the urn is, and the moves that the table allows from there. While one waits for its second person, no other is possible. */
export function UrnActions({ urn }: { urn: UrnDetail }) {
  const [open, setOpen] = useState<'shelf' | 'receive'>()
  const { tag, events, attempt } = urn
  const mayConfirm = (event: TwoPersonEvent) =>
    attempt ? event === attempt.event && !attempt.isMine : events.includes(event)
  const shelf = attempt ? undefined : (['move', 'shelve'] as const).find((event) => events.includes(event))
  const close = () => setOpen(undefined)
  return (
    <Card title="Where it is">
      <p className={styles.where}>{urn.where}</p>
      {attempt && (
        <Callout tone="note" title="Waiting for a second person">
          <p>
            {moveTitles[attempt.event]}: confirmed by {attempt.isMine ? 'you' : attempt.by},{' '}
            <Countdown until={attempt.expiresAt} /> left.
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
            {moveTitles[event]}
          </ButtonLink>
        ))}
        {shelf && (
          <Button variant="secondary" onClick={() => setOpen('shelf')}>
            {shelf === 'move' ? 'Move to another shelf' : 'Put on a shelf'}
          </Button>
        )}
        {events.includes('receive') && <Button onClick={() => setOpen('receive')}>Receive it again</Button>}
      </div>
      <p className={common.help}>
        Placing, taking out and releasing need two members of staff, each on their own device.
      </p>
      {open === 'shelf' && shelf && <ShelfDialog tag={tag} event={shelf} onClose={close} />}
      {open === 'receive' && <ReceiveDialog bookingID={urn.bookingID} known={urn} onClose={close} />}
    </Card>
  )
}
