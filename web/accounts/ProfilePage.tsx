import { useState } from 'react'
import { AccountEdit } from '#contract/accounts/account.ts'
import { accountApi, type User } from '#contract/accounts/api.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useOwnAccount } from '#web/session/use-own-account.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { FirstPasskey, OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { YourData } from './YourData.tsx'

export function ProfilePage() {
  const user = useOwnAccount()
  return (
    <Page title={t`My Profile`} narrow>
      <QueryResult
        query={user}
        loading={t`Loading your profile...`}
        failure={t`Your profile could not be read just now.`}
      >
        {(user) => <Profile user={user} />}
      </QueryResult>
    </Page>
  )
}

const Profile = ({ user }: { user: User }) => (
  <>
    <Card title={t`Your details`}>
      <Facts
        facts={[
          [t`Username`, user.username],
          [t`Full name`, user.fullName],
          [t`Email`, <EmailFact key="email" user={user} />],
          [t`Phone`, user.contactNumber],
          [t`Address`, user.userAddress],
        ]}
      />
      {user.emailConfirmed === false && <EmailConfirmation />}
      <div className={common.row3}>
        <DialogButton dialog={() => <EditAccountDialog {...user} />}>{t`Edit Account`}</DialogButton>
      </div>
    </Card>
    <Card title={t`Signing in`}>
      <p className={common.muted}>
        {t`You sign in with your password and a code from your authenticator app. If you lose your phone, a recovery code lets you in.`}
      </p>
      <div className={common.row3}>
        <DialogButton variant="secondary" dialog={() => <ChangePasswordDialog />}>
          {t`Change Password`}
        </DialogButton>
        <DialogButton variant="secondary" dialog={() => <NewRecoveryCodesDialog />}>
          {t`New recovery codes`}
        </DialogButton>
      </div>
    </Card>
    <OwnPasskeys />
    <OwnSessions />
    <YourData />
  </>
)

/** The address with the words that say whether letters to a changed one are known to arrive. */
const EmailFact = ({ user: { email, emailConfirmed } }: { user: User }) => (
  <>
    <span>
      <Email address={email} />
    </span>
    {emailConfirmed !== null && (
      <div className={common.muted}>{emailConfirmed ? t`Confirmed` : t`Not confirmed yet`}</div>
    )}
  </>
)

/** Shown for an address that nobody has confirmed yet. */
function EmailConfirmation() {
  const send = useApiMutation(accountApi.sendEmailConfirmation, {
    done: t`We have sent you a new link.`,
    failed: (error) => toErrorMessage(error, t`The link could not be sent.`),
  })
  return (
    <div className={`${common.row3} ${common.middle}`}>
      <p className={common.muted}>{t`Please confirm with the link in the letter that we sent you.`}</p>
      <Button variant="secondary" small busy={send.isPending} onClick={() => send.mutate({})}>
        {t`Send the link again`}
      </Button>
    </div>
  )
}

function EditAccountDialog({ username, fullName, email, contactNumber, userAddress, role }: User) {
  const [schema] = useState(() => AccountEdit({ role }))
  return (
    <FormDialog
      title={t`Edit Account`}
      schema={schema}
      values={{ username, fullName, email, contactNumber, userAddress }}
      endpoint={accountApi.edit}
      input={(body) => ({ body })}
      verb={t`Save changes`}
      done={t`Your details were updated.`}
      errorMessage={(error) => toErrorMessage(error, t`Update failed`)}
      invalidates={[accountApi.byID]}
    >
      {(form) => (
        <>
          <TextField label={t`Username`} autoComplete="username" {...form.field('username')} />
          <TextField label={t`Full name`} autoComplete="name" {...form.field('fullName')} />
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="email"
            help={t`You can change it 3 times a day. We tell the old address, and ask you to confirm the new one.`}
            {...form.field('email')}
          />
          <TextField label={t`Phone`} type="tel" autoComplete="tel" {...form.field('contactNumber')} />
          <TextArea
            label={t`Address`}
            rows={2}
            optional={role !== 'user'}
            autoComplete="street-address"
            help={t`Street, unit number and postal code, separated by commas`}
            {...form.field('userAddress')}
          />
        </>
      )}
    </FormDialog>
  )
}

function NewRecoveryCodesDialog() {
  const close = useCloseDialog()
  const [codes, setCodes] = useState<string[]>()
  if (codes) {
    return (
      <Dialog title={t`Your new recovery codes`}>
        <RecoveryCodes codes={codes} done={t`Done`} onDone={close} passkey={<FirstPasskey />} />
      </Dialog>
    )
  }
  return (
    <CallDialog
      title={t`New recovery codes`}
      confirm={t`Make new codes`}
      endpoint={accountApi.newRecoveryCodes}
      input={{ body: {} }}
      onSuccess={({ recoveryCodes }) => setCodes(recoveryCodes)}
    >
      <p>{t`You get ten new codes, and the old ones stop working.`}</p>
    </CallDialog>
  )
}
