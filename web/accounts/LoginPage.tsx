import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { ChunkLoadError, loadChunk } from '#web/core/load-chunk.ts'
import { T } from '#web/core/T.tsx'
import { useHouseTexts } from '#web/session/house.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useLazyForm } from '#web/ui/form/use-lazy-form.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import type { Credentials } from './login-form.ts'
import { BotCheckError, botCheckErrorMessage, useBotCheck } from './use-bot-check.ts'

const loadLogIn = () => loadChunk('login-form', () => import('./login-form.ts'))

/** These accounts are loaded in demo mode only. */
const loadDemoAccounts = () => loadChunk('DemoAccounts', () => import('./DemoAccounts.tsx'))

/** The dialog is loaded on demand, because few people need it. */
const loadDialog = () => loadChunk('ForgotPasswordDialog', () => import('./ForgotPasswordDialog.tsx'))

/** The event that led to this page. */
export interface LoginState {
  /** The email of the account whose second step was set up. */
  setUpFor?: string
  loggedOut?: boolean
}

export function LoginPage() {
  const form = useLazyForm(loadLogIn, { email: '', password: '' })
  const botCheck = useBotCheck('login')
  const navigate = useNavigate()
  /** How often the button was pressed since the dialog was last closed. As a key, it loads a failed dialog again. 0 while closed. */
  const [presses, setPresses] = useState(0)

  const [news, setNews] = useState('')

  /** The state is read after the first render, which must equal the prerendered page. */
  const state = useLocation().state as LoginState | null
  useEffect(() => {
    if (state?.loggedOut) setNews(t`You are logged out. Nothing that you entered stays in this browser.`)
    if (!state?.setUpFor) return
    setNews(t`Your second step is set up. Log in to continue.`)
    form.setValue('email', state.setUpFor)
  }, [state, form.setValue])

  const submit = async (credentials: Credentials) => {
    const recaptchaToken = await botCheck.token()
    const { logIn } = await loadLogIn()
    const { redirectTo } = await logIn(credentials, recaptchaToken)
    await navigate(redirectTo)
  }

  return (
    <AuthLayout
      title={t`Log In`}
      lead={t`Welcome back. After your password we ask for a code from your authenticator app.`}
      aside={<DemoPanel onChoose={(credentials) => form.reset(credentials)} />}
    >
      {news && (
        <div role="status">
          <Callout tone="good">
            <p>{news}</p>
          </Callout>
        </div>
      )}
      <Form form={form} onSubmit={submit} errorMessage={loginErrorMessage}>
        <TextField label={t`Email`} type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label={t`Password`} autoComplete="current-password" {...form.field('password')} />
        <FormActions submit={t`Log In`}>
          <Button variant="quiet" onClick={() => setPresses(presses + 1)}>
            {t`Forgot password?`}
          </Button>
        </FormActions>
      </Form>
      <AuthLinks>
        <span>
          <T>
            New to <HouseName />? <Link to={pathTo('register')}>{t`Register`}</Link>
          </T>
        </span>
      </AuthLinks>
      {presses > 0 && (
        <LazyPart key={presses} load={loadDialog}>
          {({ ForgotPasswordDialog }) => (
            <ForgotPasswordDialog email={form.getValues('email')} onClose={() => setPresses(0)} />
          )}
        </LazyPart>
      )}
    </AuthLayout>
  )
}

const HouseName = () => useHouseTexts().name

function DemoPanel({ onChoose }: { onChoose: (credentials: Credentials) => void }) {
  const isDemo = useSiteConfig()?.mode === 'demo'
  if (!isDemo) return null
  return <LazyPart load={loadDemoAccounts}>{({ DemoAccounts }) => <DemoAccounts onChoose={onChoose} />}</LazyPart>
}

/** If the account is throttled, the server's sentence on how long to wait is added. */
function loginErrorMessage(error: unknown): string {
  if (error instanceof BotCheckError) return botCheckErrorMessage()
  if (error instanceof ChunkLoadError) return toErrorMessage(error)
  const unexpectedError = t`Something went wrong. Please try again.`
  if (!(error instanceof ApiError)) return unexpectedError
  if (error.status === 401) return t`Incorrect email or password.`
  if (error.code === 'ACCOUNT_SUSPENDED') return translate(error.error)
  return error.code === 'THROTTLED' ? `${unexpectedError} ${translate(error.error)}` : unexpectedError
}
