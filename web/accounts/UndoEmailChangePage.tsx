import { Link } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { loadSession } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { EmailLinkForm } from './EmailLinkForm.tsx'

export const UndoEmailChangePage = () => (
  <AuthLayout
    title={t`Undo the change of address`}
    lead={t`Your account will have its old email address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed. If it is an account of staff, what waits for a colleague to confirm it will end.`}
  >
    <EmailLinkForm
      endpoint={accountApi.undoEmailChange}
      button={t`Undo the change`}
      onSuccess={() => void loadSession()}
    >
      <Callout tone="good" title={t`The change was undone.`}>
        <p>
          <T>
            Your account has its old email address again, and everyone was signed out. Passkeys, recovery codes and
            invitations that were added since a week before the change were removed, and at an account of staff what
            waited for a colleague has ended; our letter to you says which.
          </T>
        </p>
        <p>
          <T>
            If you did not change the address yourself, someone may know your password. Please choose a new one now: we
            have sent a link to your old address, which works for 30 minutes.
          </T>
        </p>
        <p>
          <T>
            Then log in, and check your details and bookings. If anything is wrong, call <TelephoneLink /> or write to{' '}
            <MailLink />.
          </T>
        </p>
      </Callout>
    </EmailLinkForm>
    <AuthLinks>
      <Link to={pathTo('login')}>{t`Log In`}</Link>
    </AuthLinks>
  </AuthLayout>
)
