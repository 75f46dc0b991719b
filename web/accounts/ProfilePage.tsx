import type { User } from '#contract/accounts/api.ts'
import { useOwnAccount } from '#web/session/use-own-account.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Page } from '#web/ui/Page.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { EditAccountDialog } from './EditAccountDialog.tsx'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { NewRecoveryCodesDialog } from './NewRecoveryCodesDialog.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { YourData } from './your-data/YourData.tsx'

export function ProfilePage() {
  const user = useOwnAccount()
  return (
    <Page title="My Profile" narrow>
      <QueryResult query={user} loading="Loading your profile..." failure="Your profile could not be read just now.">
        {(user) => <Profile user={user} />}
      </QueryResult>
    </Page>
  )
}

const Profile = ({ user }: { user: User }) => (
  <>
    <Card title="Your details">
      <Facts
        facts={[
          ['Username', user.username],
          ['Full name', user.fullName],
          ['Email', <EmailFact key="email" user={user} />],
          ['Phone', user.contactNumber],
          ['Address', user.userAddress],
        ]}
      />
      {user.emailConfirmed === false && <EmailConfirmation />}
      <div className={common.row3}>
        <DialogButton dialog={(onClose) => <EditAccountDialog user={user} onClose={onClose} />}>
          Edit Account
        </DialogButton>
      </div>
    </Card>
    <Card title="Signing in">
      <p className={common.muted}>
        You sign in with your password and a code from your authenticator app. If you lose your phone, a recovery code
        lets you in.
      </p>
      <div className={common.row3}>
        <DialogButton variant="secondary" dialog={(onClose) => <ChangePasswordDialog onClose={onClose} />}>
          Change Password
        </DialogButton>
        <DialogButton variant="secondary" dialog={(onClose) => <NewRecoveryCodesDialog onClose={onClose} />}>
          New recovery codes
        </DialogButton>
      </div>
    </Card>
    <OwnPasskeys />
    <OwnSessions />
    <YourData />
  </>
)

/** With the words that say whether letters to a changed address are known to arrive. */
const EmailFact = ({ user: { email, emailConfirmed } }: { user: User }) => (
  <>
    <span>
      <Email address={email} />
    </span>
    {emailConfirmed !== null && (
      <div className={common.muted}>{emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}</div>
    )}
  </>
)
