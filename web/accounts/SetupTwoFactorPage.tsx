import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

/** Sets up the authenticator app, shows the recovery codes, then leads to the log-in page. */
export function SetupTwoFactorPage() {
  const [codes, setCodes] = useState<readonly string[]>()
  const navigate = useNavigate()

  if (!codes) {
    return (
      <AuthLayout
        title="Set up two-factor authentication"
        lead="For your family's privacy, you log in with a password and a code. An authenticator app on your phone shows a new code every 30 seconds."
      >
        <TwoFactorSetup onDone={setCodes} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Keep your recovery codes" lead="If you lose your phone, each of these lets you in once.">
      <RecoveryCodes codes={codes} onDone={() => navigate(pathTo('login'))} done="Continue to log in" />
    </AuthLayout>
  )
}
