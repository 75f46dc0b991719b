import { Link } from 'react-router'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { refresh } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { EmailLinkForm } from './EmailLinkForm.tsx'

export const ConfirmEmailPage = () => (
  <AuthLayout title={t`Confirm your new address`} lead={t`So that we know that our letters reach you by email.`}>
    <EmailLinkForm
      endpoint={accountApi.confirmEmail}
      button={t`Confirm this address`}
      onSuccess={() => void refresh(accountApi.byID)}
    >
      <Callout tone="good">{t`Your email address is confirmed. Thank you.`}</Callout>
    </EmailLinkForm>
    <AuthLinks>
      <Link to={pathTo('landing')}>{t`Back to Home`}</Link>
    </AuthLinks>
  </AuthLayout>
)
