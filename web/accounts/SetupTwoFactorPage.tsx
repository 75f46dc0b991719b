import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { roles } from '#contract/roles.ts'
import { t } from '#contract/words/t.ts'
import { ApiError, toOneTimeErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { findReturnPath, saveReturnPath } from '#web/session/return-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { CopyableField } from '#web/ui/CopyButton.tsx'
import common from '#web/ui/common.module.css'
import { Failed } from '#web/ui/Failed.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { Code, CodeField } from './CodeField.tsx'
import type { LoginState } from './LoginPage.tsx'
import { PasskeyOffer, passkeysHash, RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SetupTwoFactorPage.module.css'

/** Sets up the authenticator app, shows the recovery codes, then leads to the log-in page. */
export function SetupTwoFactorPage() {
  const [done, setDone] = useState<{ codes: readonly string[]; email: string }>()

  if (!done) {
    return (
      <AuthLayout
        title={t`Set up two-factor authentication`}
        lead={t`For your family's privacy, you log in with a password and a code. An authenticator app on your phone shows a new code every 30 seconds.`}
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
  const goOn = () => navigate(pathTo('login'), { state: { setUpFor: email } satisfies LoginState })
  const addPasskey = () => {
    saveReturnPath({ path: `${pathTo('profile')}${passkeysHash}`, openTo: roles })
    return goOn()
  }
  return (
    <div ref={top}>
      <AuthLayout title={t`Keep your recovery codes`} lead={t`If you lose your phone, each of these lets you in once.`}>
        <RecoveryCodes
          codes={codes}
          onDone={goOn}
          done={t`Continue to log in`}
          passkey={
            'PublicKeyCredential' in window && (
              <PasskeyOffer>
                {/* Whoever is on the way to a niche goes there first. */}
                {findReturnPath() ? (
                  <p>{t`You can add one later, in Profile.`}</p>
                ) : (
                  <Button variant="secondary" onClick={addPasskey}>
                    {t`Log in and add a passkey`}
                  </Button>
                )}
              </PasskeyOffer>
            )
          }
        />
      </AuthLayout>
    </div>
  )
}

type Secret = z.output<typeof accountApi.generateSecret.reply>

function TwoFactorSetup({ onDone }: { onDone: (recoveryCodes: string[], email: string) => void }) {
  const form = useZodForm(Code, { token: '' })
  /** A phone cannot scan its own screen. */
  const isPhone = useMediaQuery('(pointer: coarse), (width < 40rem)')
  const [secret, setSecret] = useState<Secret>()
  const verify = useApiMutation(accountApi.verifySetup, {
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes, secret?.email ?? ''),
  })
  const [failure, setFailure] = useState<{ error: unknown }>()

  /** The secret is loaded on each visit and not cached: a cached one could be that of another account. */
  useEffect(() => {
    if (failure) return
    const leaving = new AbortController()
    callApi(accountApi.generateSecret, {}, { signal: leaving.signal }).then(setSecret, (error: unknown) => {
      if (!leaving.signal.aborted) setFailure({ error })
    })
    return () => leaving.abort()
  }, [failure])

  if (isSignedOut(failure?.error) || isSignedOut(verify.error)) return <SessionEnded />
  if (failure) return <Failed words={failed()} onRetry={() => setFailure(undefined)} />
  if (!secret) return <Loading words={t`Preparing your secret...`} />

  return (
    <Form
      form={form}
      onSubmit={(body) => verify.mutateAsync({ body })}
      errorMessage={(error) => toOneTimeErrorMessage(error, t`Invalid token. Please try again.`)}
    >
      <ol className={styles.steps}>
        <li>
          <h2>{isPhone ? t`Add Columba to your app` : t`Scan this code with your app`}</h2>
          {isPhone && (
            <ButtonLink variant="secondary" to={secret.otpauthUrl}>
              {t`Open in your authenticator app`}
            </ButtonLink>
          )}
          <details open={!isPhone} className={common.stack3}>
            <summary hidden={!isPhone}>{t`The app is on another device`}</summary>
            <div className={styles.code}>
              <QRCodeSVG value={secret.otpauthUrl} size={200} title={t`QR code for your authenticator app`} />
            </div>
          </details>
          {!isPhone && (
            <p className={common.help}>
              <T>
                Is the app on this device? <a href={secret.otpauthUrl}>{t`Open in your authenticator app`}</a>
              </T>
            </p>
          )}
          <p className={common.help}>
            {t`Any authenticator app works, such as Google Authenticator or Microsoft Authenticator.`}
          </p>
          <p className={common.help}>
            {isPhone
              ? t`If that does not work, enter this secret by hand:`
              : t`If you cannot scan it, enter this secret by hand:`}
          </p>
          <CopyableField value={secret.secret} what={t`the secret`} inFours />
        </li>
        <li>
          <h2>{t`Enter the code that it shows`}</h2>
          <CodeField {...form.field('token')} />
        </li>
      </ol>
      <FormActions submit={t`Verify & Complete Registration`} />
    </Form>
  )
}

const failed = () => t`Failed to setup 2FA. Please try again.`

/** False after too many wrong codes, which the form says. */
const isSignedOut = (error: unknown) => error instanceof ApiError && error.code === 'NOT_SIGNED_IN'

/** Shown too if a code was accepted and the reply was lost. */
const SessionEnded = () => (
  <div className={`${common.stack4} ${common.start}`} role="alert">
    <Callout tone="bad">{failed()}</Callout>
    <p>
      <T>
        Your session has ended. <Link to={pathTo('login')}>{t`Log in`}</Link> to continue.
      </T>
    </p>
    <p>{t`If your code was accepted, log in and make new recovery codes in Profile.`}</p>
    <ButtonLink to={pathTo('login')}>{t`Log in again`}</ButtonLink>
  </div>
)
