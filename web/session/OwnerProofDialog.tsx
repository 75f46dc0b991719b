import { useEffect, useState } from 'react'
import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import { OwnerProof } from '#contract/accounts/second-factor.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { onProofNeeded } from '#web/api/owner-proof.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { DemoCode } from './DemoCode.tsx'
import { PasskeyOption, useHasPasskey } from './PasskeyOption.tsx'
import { useSiteConfig } from './site-config.ts'

interface Asked {
  refusal: ApiError
  /** Throws if the dialog has to ask once more. */
  attempt: (proof: OwnerProof) => Promise<void>
  close: () => void
}

/** Asks who makes a call, where its reply says that this is needed, and then lets the call go on. */
export function OwnerProofDialog() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    const ask = <T,>(refusal: ApiError, call: (proof: OwnerProof) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const attempt = async (proof: OwnerProof) => {
          try {
            resolve(await call(proof))
          } catch (error) {
            if (isFactorAgain(refusal) || isProofRefused(error)) throw error
            reject(error)
          }
          setAsked(undefined)
        }
        const close = () => {
          setAsked(undefined)
          reject(refusal)
        }
        setAsked({ refusal, attempt, close })
      })

    /** Several calls may need a recent factor at the same moment. */
    let pending: Promise<unknown> | undefined
    return onProofNeeded(async (refusal, call) => {
      if (!isFactorAgain(refusal)) return ask(refusal, call)
      pending ??= ask(refusal, (body) => callApi(accountApi.confirmSecondFactor, { body })).finally(() => {
        pending = undefined
      })
      await pending
      return call()
    })
  }, [])
  return asked && <Ask {...asked} />
}

const isFactorAgain = ({ code }: ApiError) => code === 'SECOND_FACTOR_AGAIN'

/** What was entered is wrong, and not what the call is about. */
const isProofRefused = (error: unknown) =>
  error instanceof ApiError && Object.keys(error.errors).some((field) => field in OwnerProof.shape)

function Ask({ refusal, attempt, close }: Asked) {
  const takesPassword = refusal.code === 'PROOF_NEEDED'
  const [usesCode, setUsesCode] = useState(!takesPassword)
  const hasPasskey = useHasPasskey()
  const isDemo = useSiteConfig()?.mode === 'demo'
  const form = { onSubmit: attempt, onCancel: close, isSecondChoice: hasPasskey }
  return (
    <Dialog title={isFactorAgain(refusal) ? 'Enter a code again' : 'Confirm that it is you'} onClose={close}>
      <p>
        {isFactorAgain(refusal)
          ? 'This needs a more recent code than your last one.'
          : 'We ask for this each time, so that nobody else can do it in a browser that you have left open.'}
        {hasPasskey && ' A passkey does as well.'}
      </p>
      {hasPasskey && <PasskeyOption onSigned={(passkey) => attempt({ passkey })} />}
      {usesCode ? <CodeForm {...form} /> : <PasswordForm {...form} />}
      {takesPassword && (
        <div>
          <Button variant="quiet" small onClick={() => setUsesCode(!usesCode)}>
            {usesCode ? 'Use your password' : 'Use a code instead'}
          </Button>
        </div>
      )}
      {isDemo && usesCode && <DemoCode />}
    </Dialog>
  )
}

interface ProofFormProps {
  onSubmit: Asked['attempt']
  onCancel: () => void
  /** A passkey is offered above. */
  isSecondChoice: boolean
}

const Password = z.object({
  password: z.string().min(1, 'Please enter your password.').max(200, 'At most 200 characters'),
})

function PasswordForm({ onSubmit, onCancel, isSecondChoice }: ProofFormProps) {
  const form = useZodForm(Password, { password: '' })
  return (
    <Form form={form} onSubmit={onSubmit}>
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <FormActions submit="Confirm" variant={isSecondChoice ? 'secondary' : 'primary'} onCancel={onCancel} />
    </Form>
  )
}

const Code = z.object({ code: z.string().trim().min(1, 'Please enter a code.').max(40, 'At most 40 characters') })

/** Authenticator apps show a code as `123 456`. */
const toFactor = (code: string) => (/^\d{6}$/.test(code) ? { token: code } : { recoveryCode: code })

function CodeForm({ onSubmit, onCancel, isSecondChoice }: ProofFormProps) {
  const form = useZodForm(Code, { code: '' })
  return (
    <Form form={form} onSubmit={({ code }) => onSubmit(toFactor(code.replaceAll(/\s/g, '')))}>
      <TextField
        label="6-digit code or recovery code"
        autoComplete="one-time-code"
        help="From your authenticator app."
        {...form.field('code')}
      />
      <FormActions submit="Confirm" variant={isSecondChoice ? 'secondary' : 'primary'} onCancel={onCancel} />
    </Form>
  )
}
