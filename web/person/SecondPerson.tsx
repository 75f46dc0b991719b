import { useState } from 'react'
import { formatDay, toDay } from '#contract/dates.ts'
import { familyApi, type Relative } from '#contract/family/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { InviteRelativeDialog } from './InviteRelativeDialog.tsx'
import styles from './Sharing.module.css'

interface SecondPersonProps {
  bookingID: string
  relative: Relative | null
}

/** Somebody who may choose the day, once the holder has invited them, they have accepted, and the holder has agreed. */
export function SecondPerson({ bookingID, relative }: SecondPersonProps) {
  const [opened, setOpened] = useState<'invite' | 'end'>()
  const close = () => setOpened(undefined)
  return (
    <section className={styles.part}>
      <h3>A second person who may act</h3>
      <p className={common.help}>
        One person can choose, change or cancel the day as you can, and gets our letters about it. Paying, cancelling
        the booking, refunds, the certificates, who else sees this page and whether visitors find the person stay with
        you.
      </p>
      {relative ? (
        <Current bookingID={bookingID} relative={relative} onEnd={() => setOpened('end')} />
      ) : (
        <div>
          <Button variant="secondary" small onClick={() => setOpened('invite')}>
            Invite a second person
          </Button>
        </div>
      )}
      {opened === 'invite' && <InviteRelativeDialog bookingID={bookingID} onClose={close} />}
      {opened === 'end' && relative && <EndDialog bookingID={bookingID} relative={relative} onClose={close} />}
    </section>
  )
}

function Current({ bookingID, relative, onEnd }: { bookingID: string; relative: Relative; onEnd: () => void }) {
  const { account, agreed, email, expiresAt, relativeID } = relative
  const agree = useApiMutation(familyApi.agree, {
    done: 'This person can now help you. We have written to both of you.',
    failed: toErrorMessage,
    onConflict: () => undefined,
    invalidates: [familyApi.sharing],
  })
  const until = formatDay(toDay(new Date(expiresAt)))
  if (!account)
    return (
      <>
        <p>
          We have written to <Email address={email} />. The invitation can be accepted until {until}.
        </p>
        <div>
          <Button variant="quiet" small onClick={onEnd}>
            Withdraw the invitation
          </Button>
        </div>
      </>
    )
  if (agreed)
    return (
      <>
        <p>
          {account.name}, <Email address={account.email} />, can choose, change or cancel the day.
        </p>
        <div>
          <Button variant="quiet" small onClick={onEnd}>
            End this
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p>
        {account.name}, <Email address={account.email} />, has accepted. Is this the person you meant? Until {until},
        you can agree; before, they see nothing.
      </p>
      <div className={common.row2}>
        <Button
          variant="secondary"
          small
          busy={agree.isPending}
          onClick={() => agree.mutate({ body: { bookingID, relativeID } })}
        >
          Yes, let them help
        </Button>
        <Button variant="quiet" small onClick={onEnd}>
          No, end it
        </Button>
      </div>
    </>
  )
}

function EndDialog({ bookingID, relative, onClose }: SecondPersonProps & { relative: Relative; onClose: () => void }) {
  const name = relative.account?.name
  return (
    <CallDialog
      title={name ? `End this for ${name}?` : 'Withdraw the invitation?'}
      confirm={name ? 'End this' : 'Withdraw it'}
      cancel="Keep it"
      danger
      endpoint={familyApi.endRelative}
      input={{ body: { bookingID } }}
      done="This has ended."
      invalidates={[familyApi.sharing]}
      onClose={onClose}
    >
      <p>
        {name
          ? `${name} then no longer sees this booking. We write to both of you. A day that was chosen stays.`
          : 'The link in our letter then no longer works.'}
      </p>
    </CallDialog>
  )
}
