import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useLateForm } from '#web/ui/use-late-form.ts'
import type { Credentials } from './log-in.ts'
import { PasswordField } from './PasswordField.tsx'
import { Threshold, Ways } from './Threshold.tsx'
import { BotCheckNotLoaded, botCheckNotLoaded, useBotCheck } from './use-bot-check.ts'

const loadLogIn = () => import('./log-in.ts')

/** No real house has these. */
const DemoAccounts = lazy(async () => ({ default: (await import('./DemoAccounts.tsx')).DemoAccounts }))

/** Most people know their password. */
const ForgotPasswordDialog = lazy(async () => ({
  default: (await import('./ForgotPasswordDialog.tsx')).ForgotPasswordDialog,
}))

export function LoginPage() {
  const form = useLateForm(loadLogIn, { email: '', password: '' })
  const botCheck = useBotCheck('login')
  const navigate = useNavigate()
  const [isForgotten, setForgotten] = useState(false)

  const submit = async (credentials: Credentials) => {
    const recaptchaToken = await botCheck.token()
    const { logIn } = await loadLogIn()
    const { redirectTo } = await logIn(credentials, recaptchaToken)
    await navigate(redirectTo)
  }

  return (
    <Threshold
      title="Log in"
      lead="Welcome back. After your password we ask for a code from your authenticator app."
      aside={<DemoPanel onChoose={(credentials) => form.reset(credentials)} />}
    >
      <Form form={form} onSubmit={submit} failure={loginWords}>
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <FormActions error={form.formState.errors.root?.message}>
          <Button type="submit" busy={form.formState.isSubmitting}>
            Log In
          </Button>
          <Button variant="quiet" onClick={() => setForgotten(true)}>
            Forgot password?
          </Button>
        </FormActions>
      </Form>
      <Ways>
        <span>
          New to Columba? <Link to="/register">Register</Link>
        </span>
      </Ways>
      <Suspense>
        {isForgotten && <ForgotPasswordDialog email={form.getValues('email')} onClose={() => setForgotten(false)} />}
      </Suspense>
    </Threshold>
  )
}

function DemoPanel(props: ComponentProps<typeof DemoAccounts>) {
  const isDemo = useSiteConfig()?.mode === 'demo'
  return <Suspense>{isDemo && <DemoAccounts {...props} />}</Suspense>
}

const wrong = 'Incorrect email or password.'
const other = 'Something went wrong. Please try again.'

/** Where waiting is what helps, the server's own sentence follows. */
function loginWords(error: unknown): string {
  if (error instanceof BotCheckNotLoaded) return botCheckNotLoaded
  if (!(error instanceof ApiError)) return other
  if (error.status === 401) return wrong
  return error.code === 'THROTTLED' ? `${other} ${error.error}` : other
}
