import { Link } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { refresh } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { EmailLinkForm } from './EmailLinkForm.tsx'

export const ConfirmEmailPage = () => (
  <AuthLayout title="Confirm your new address" lead="So that we know that our letters reach you by email.">
    <EmailLinkForm
      endpoint={accountApi.confirmEmail}
      button="Confirm this address"
      onSuccess={() => void refresh(accountApi.byID)}
    >
      <Callout tone="good">Your email address is confirmed. Thank you.</Callout>
    </EmailLinkForm>
    <AuthLinks>
      <Link to={pathTo('landing')}>Back to Home</Link>
    </AuthLinks>
  </AuthLayout>
)
