import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import { Threshold } from './Threshold.tsx'

/** First the secret goes to the phone, then the recovery codes onto paper, then the way leads to the log-in page. */
export function SetupTwoFactorPage() {
  const [codes, setCodes] = useState<readonly string[]>()
  const navigate = useNavigate()

  if (!codes) {
    return (
      <Threshold
        title="Set up two-factor authentication"
        lead="Your password alone does not open your account. An authenticator app on your phone adds a code that changes every 30 seconds."
      >
        <SetupSteps onDone={setCodes} />
      </Threshold>
    )
  }
  return (
    <Threshold title="Keep your recovery codes" lead="If you lose your phone, each of these lets you in once.">
      <RecoveryCodes codes={codes} onDone={() => navigate('/login')} done="Continue to log in" />
    </Threshold>
  )
}
