import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import type { PasskeyProof } from '#contract/accounts/second-factor.ts'
import { pathTo } from '#contract/pages.ts'
import { required } from '#contract/schema-parts.ts'
import { chooseLanguage } from '#contract/words/languages.ts'
import { t } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { toast } from '#web/core/toast.tsx'
import { DemoCode } from '#web/session/DemoCode.tsx'
import { PasskeyOption, useHasPasskey } from '#web/session/PasskeyOption.tsx'
import { readerOf } from '#web/session/reading-language.ts'
import { takeReturnPath } from '#web/session/return-to.ts'
import { loadSession } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { Code, CodeField } from './CodeField.tsx'

type Proof = { token: string } | { recoveryCode: string } | { passkey: PasskeyProof }
const failure = (error: unknown) => toErrorMessage(error, t`Verification failed`)

const leads = () => ({
  code: t`Open your authenticator app and enter the 6-digit code that it shows for Columba.`,
  passkey: t`Use your passkey, or enter the 6-digit code that your authenticator app shows for Columba.`,
  recovery: t`Enter one of the recovery codes that you kept when you set up your app. Each works once.`,
})

interface ProofFormProps {
  onSubmit: (proof: Proof) => Promise<void>
  /** A passkey is offered above. */
  isSecondChoice: boolean
}

export function LoginTwoFactorPage() {
  const [hasPhone, setHasPhone] = useState(true)
  const hasPasskey = useHasPasskey()
  const navigate = useNavigate()
  const isDemo = useSiteConfig()?.mode === 'demo'

  const verifyLogin = useApiMutation(accountApi.verifyLogin)

  const verify = async (proof: Proof) => {
    try {
      await verifyLogin.mutateAsync({ body: proof })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      toast.error(toErrorMessage(error))
      return navigate(pathTo('login'), { replace: true })
    }
    const session = await loadSession()
    const next = session.state === 'signed-in' ? takeReturnPath(session.user.role) : pathTo('login')
    /** Signing in may have brought another language to this browser, the one of the account. */
    if (chooseLanguage(null, document.cookie) !== readerOf().language) return location.replace(next)
    await navigate(next, { replace: true })
  }

  const form = { onSubmit: verify, isSecondChoice: hasPasskey }
  return (
    <AuthLayout
      title={t`Enter your code`}
      lead={leads()[hasPhone ? (hasPasskey ? 'passkey' : 'code') : 'recovery']}
      aside={isDemo && hasPhone && <DemoCode />}
    >
      {hasPasskey && <PasskeyOption onSigned={(passkey) => verify({ passkey })} />}
      {hasPhone ? <CodeForm {...form} /> : <RecoveryForm {...form} />}
      <AuthLinks>
        <Button variant="quiet" small onClick={() => setHasPhone(!hasPhone)}>
          {hasPhone ? t`Use a recovery code` : t`Use your authenticator app`}
        </Button>
        <Link to={pathTo('login')}>{t`Back to log in`}</Link>
      </AuthLinks>
    </AuthLayout>
  )
}

function CodeForm({ onSubmit, isSecondChoice }: ProofFormProps) {
  const form = useZodForm(Code, { token: '' })
  /** When the app shows the next code, after one that was already used. */
  const [nextCodeAt, setNextCodeAt] = useState<string>()
  const submit = async (proof: Proof) => {
    try {
      await onSubmit(proof)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CODE_USED') setNextCodeAt(startOfNextCode())
      throw error
    }
  }
  return (
    <Form form={form} onSubmit={submit} errorMessage={failure}>
      <CodeField {...form.field('token')} />
      {nextCodeAt && (
        <p>
          <T>
            The next code appears in <Countdown until={nextCodeAt} onOver={() => setNextCodeAt(undefined)} />.
          </T>
        </p>
      )}
      <FormActions submit={t`Verify`} variant={isSecondChoice ? 'secondary' : 'primary'} />
    </Form>
  )
}

/** Authenticator apps show a new code every 30 seconds. */
const startOfNextCode = () => new Date((Math.floor(serverNow().getTime() / 30_000) + 1) * 30_000).toISOString()

const RecoveryCode = z.object({ recoveryCode: required('Please enter a recovery code.', 40) })

function RecoveryForm({ onSubmit, isSecondChoice }: ProofFormProps) {
  const form = useZodForm(RecoveryCode, { recoveryCode: '' })
  return (
    <Form form={form} onSubmit={onSubmit} errorMessage={failure}>
      <TextField
        label={t`Recovery code`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="xxxxx-xxxxx"
        {...form.field('recoveryCode')}
      />
      <FormActions submit={t`Verify`} variant={isSecondChoice ? 'secondary' : 'primary'} />
    </Form>
  )
}
