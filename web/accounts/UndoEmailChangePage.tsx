import { Link } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { MailLink, TelephoneLink } from '#web/session/ContactLinks.tsx'
import { loadSession } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { EmailLinkForm } from './EmailLinkForm.tsx'

export const UndoEmailChangePage = () => (
  <AuthLayout
    title="Undo the change of address"
    lead="Your account will have its old email address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed."
  >
    <EmailLinkForm endpoint={accountApi.undoEmailChange} button="Undo the change" onSuccess={() => void loadSession()}>
      <Callout tone="good" title="The change was undone.">
        <p>
          Your account has its old email address again, and everyone was signed out. Passkeys, recovery codes and
          invitations that were added since a week before the change were removed; our letter to you says which.
        </p>
        <p>
          If you did not change the address yourself, someone may know your password. Please choose a new one now: we
          have sent a link to your old address, which works for 30 minutes.
        </p>
        <p>
          Then log in, and check your details and bookings. If anything is wrong, call <TelephoneLink /> or write to{' '}
          <MailLink />.
        </p>
      </Callout>
    </EmailLinkForm>
    <AuthLinks>
      <Link to={pathTo('login')}>Log In</Link>
    </AuthLinks>
  </AuthLayout>
)
