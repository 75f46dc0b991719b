import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, wordsOf } from '#web/api/api-error.ts'
import { ChunkLoadError, loadChunk } from '#web/load-chunk.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { LatePart } from '#web/ui/LatePart.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useLateForm } from '#web/ui/use-late-form.ts'
import type { Credentials } from './log-in.ts'
import { PasswordField } from './PasswordField.tsx'
import { Threshold, Ways } from './Threshold.tsx'
import { BotCheckNotLoaded, botCheckNotLoaded, useBotCheck } from './use-bot-check.ts'

const loadLogIn = () => loadChunk('log-in', () => import('./log-in.ts'))

/** No real house has these. */
const loadDemoAccounts = () => loadChunk('DemoAccounts', () => import('./DemoAccounts.tsx'))

/** Most people know their password. */
const loadDialog = () => loadChunk('ForgotPasswordDialog', () => import('./ForgotPasswordDialog.tsx'))

export function LoginPage() {
  const form = useLateForm(loadLogIn, { email: '', password: '' })
  const botCheck = useBotCheck('login')
  const navigate = useNavigate()
  /** How often the dialog was asked for; 0 while it is closed. */
  const [forgotten, setForgotten] = useState(0)

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
          <Button variant="quiet" onClick={() => setForgotten(forgotten + 1)}>
            Forgot password?
          </Button>
        </FormActions>
      </Form>
      <Ways>
        <span>
          New to Columba? <Link to="/register">Register</Link>
        </span>
      </Ways>
      {forgotten > 0 && (
        <LatePart key={forgotten} load={loadDialog}>
          {({ ForgotPasswordDialog }) => (
            <ForgotPasswordDialog email={form.getValues('email')} onClose={() => setForgotten(0)} />
          )}
        </LatePart>
      )}
    </Threshold>
  )
}

function DemoPanel({ onChoose }: { onChoose: (credentials: Credentials) => void }) {
  const isDemo = useSiteConfig()?.mode === 'demo'
  if (!isDemo) return null
  return <LatePart load={loadDemoAccounts}>{({ DemoAccounts }) => <DemoAccounts onChoose={onChoose} />}</LatePart>
}

const wrong = 'Incorrect email or password.'
const other = 'Something went wrong. Please try again.'

/** Where waiting is what helps, the server's own sentence follows. */
function loginWords(error: unknown): string {
  if (error instanceof BotCheckNotLoaded) return botCheckNotLoaded
  if (error instanceof ChunkLoadError) return wordsOf(error)
  if (!(error instanceof ApiError)) return other
  if (error.status === 401) return wrong
  return error.code === 'THROTTLED' ? `${other} ${error.error}` : other
}
