import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { AuthLayout } from './AuthLayout.tsx'
import type { LoginState } from './LoginPage.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

/** Sets up the authenticator app, shows the recovery codes, then leads to the log-in page. */
export function SetupTwoFactorPage() {
  const [done, setDone] = useState<{ codes: readonly string[]; email: string }>()

  if (!done) {
    return (
      <AuthLayout
        title="Set up two-factor authentication"
        lead="For your family's privacy, you log in with a password and a code. An authenticator app on your phone shows a new code every 30 seconds."
      >
        <TwoFactorSetup onDone={(codes, email) => setDone({ codes, email })} />
      </AuthLayout>
    )
  }
  return <KeepRecoveryCodes {...done} />
}

/** Opens at its heading, however far down the code was entered. */
function KeepRecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const top = useStepFocus('codes')
  const navigate = useNavigate()
  return (
    <div ref={top}>
      <AuthLayout title="Keep your recovery codes" lead="If you lose your phone, each of these lets you in once.">
        <RecoveryCodes
          codes={codes}
          onDone={() => navigate(pathTo('login'), { state: { setUpFor: email } satisfies LoginState })}
          done="Continue to log in"
        />
      </AuthLayout>
    </div>
  )
}
