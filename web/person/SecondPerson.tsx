import { toDay } from '#contract/dates.ts'
import { familyApi, type Relative, RelativeForm } from '#contract/family/api.ts'
import { daysOfInvitation } from '#contract/family/sharing.ts'
import { spoken, t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './Sharing.module.css'

/** Somebody who may choose the day, once the holder has invited them, they have accepted, and the holder has agreed. */
export const SecondPerson = ({ bookingID, relative }: { bookingID: string; relative: Relative | null }) => (
  <section className={`${common.stack2} ${styles.part}`}>
    <h3>{t`Someone to help you`}</h3>
    <p className={common.help}>
      {t`One person can choose, change or cancel the day as you can, and gets our letters about it. Everything else stays with you: paying, cancelling the booking, refunds, the certificates, who else sees this page and whether visitors find the person.`}
    </p>
    {relative ? <Invited bookingID={bookingID} relative={relative} /> : <InviteButton bookingID={bookingID} />}
  </section>
)

const InviteButton = ({ bookingID }: { bookingID: string }) => (
  <div>
    <DialogButton
      variant="secondary"
      small
      dialog={() => (
        <FormDialog
          title={t`Invite someone to help you`}
          schema={RelativeForm}
          values={{ email: '' }}
          endpoint={familyApi.invite}
          input={({ email }) => ({ body: { bookingID, email } })}
          verb={t`Send the invitation`}
          done={t`The invitation is on its way.`}
          invalidates={[familyApi.sharing]}
        >
          {(form) => (
            <>
              <p>
                {t`They get a letter with a link, which works for ${daysOfInvitation} days, and sign in with an account of their own. You then see who it is and agree. Before, they see nothing.`}
              </p>
              <TextField label={t`Email`} type="email" autoComplete="off" {...form.field('email')} />
            </>
          )}
        </FormDialog>
      )}
    >
      {t`Invite someone`}
    </DialogButton>
  </div>
)

interface InvitedProps {
  bookingID: string
  relative: Relative
}

function Invited({ bookingID, relative }: InvitedProps) {
  const { account, agreed, email, expiresAt, relativeID } = relative
  const agree = useApiMutation(familyApi.agree, {
    done: t`This person can now help you. We have written to both of you.`,
    failed: toErrorMessage,
    onConflict: () => undefined,
    invalidates: [familyApi.sharing],
  })
  const until = spoken().day(toDay(new Date(expiresAt)))
  const end = { bookingID, relative }
  if (!account)
    return (
      <>
        <p>
          <T>
            We have written to <Email address={email} />. The invitation can be accepted until <span>{until}</span>.
          </T>
        </p>
        <EndButton {...end} label={t`Withdraw the invitation`} />
      </>
    )
  return (
    <>
      <p>
        {account.name}, <Email address={account.email} />
        {agreed
          ? t`, can choose, change or cancel the day.`
          : t`, has accepted. Is this the person you meant? Until ${until}, you can agree; before, they see nothing.`}
      </p>
      <div className={common.row2}>
        {!agreed && (
          <Button
            variant="secondary"
            small
            busy={agree.isPending}
            onClick={() => agree.mutate({ body: { bookingID, relativeID } })}
          >
            {t`Yes, let them help`}
          </Button>
        )}
        <EndButton {...end} label={agreed ? t`End this` : t`No, end it`} />
      </div>
    </>
  )
}

function EndButton({ bookingID, relative, label }: InvitedProps & { label: string }) {
  const name = relative.account?.name
  return (
    <div>
      <DialogButton
        variant="quiet"
        small
        dialog={() => (
          <CallDialog
            title={name ? t`End this for ${name}?` : t`Withdraw the invitation?`}
            confirm={name ? t`End this` : t`Withdraw it`}
            cancel={t`Keep it`}
            danger
            endpoint={familyApi.endRelative}
            input={{ body: { bookingID } }}
            done={t`This has ended.`}
            invalidates={[familyApi.sharing]}
          >
            <p>
              {name
                ? t`${name} then no longer sees this booking. We write to both of you. A day that was chosen stays.`
                : t`The link in our letter then no longer works.`}
            </p>
          </CallDialog>
        )}
      >
        {label}
      </DialogButton>
    </div>
  )
}
