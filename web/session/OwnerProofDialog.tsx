import { useState } from 'react'
import { z } from 'zod'
import type { OwnerProof } from '#contract/accounts/second-factor.ts'
import { t } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { DemoCode } from './DemoCode.tsx'
import { PasskeyOption, useHasPasskey } from './PasskeyOption.tsx'
import { useSiteConfig } from './site-config.ts'

export interface OwnerProofDialogProps {
  asksFor: 'password or factor' | 'factor' | 'recent factor'
  /** Throws if the dialog has to ask once more. */
  attempt: (proof: OwnerProof) => Promise<void>
  onClose: () => void
}

/** Asks who is there. */
export function OwnerProofDialog({ asksFor, attempt, onClose }: OwnerProofDialogProps) {
  const [usesCode, setUsesCode] = useState(asksFor !== 'password or factor')
  const hasPasskey = useHasPasskey()
  const isDemo = useSiteConfig()?.mode === 'demo'
  const form = { onSubmit: attempt, onCancel: onClose, isSecondChoice: hasPasskey }
  return (
    <Dialog title={asksFor === 'recent factor' ? t`Enter a code again` : t`Confirm that it is you`} onClose={onClose}>
      <p>
        {asksFor === 'recent factor'
          ? t`This needs a more recent code than your last one.`
          : t`We ask for this each time, so that nobody else can do it in a browser that you have left open.`}
        {hasPasskey && t` A passkey does as well.`}
      </p>
      {hasPasskey && <PasskeyOption onSigned={(passkey) => attempt({ passkey })} />}
      {usesCode ? <CodeForm {...form} /> : <PasswordForm {...form} />}
      {asksFor === 'password or factor' && (
        <div>
          <Button variant="quiet" small onClick={() => setUsesCode(!usesCode)}>
            {usesCode ? t`Use your password` : t`Use a code instead`}
          </Button>
        </div>
      )}
      {isDemo && usesCode && <DemoCode />}
    </Dialog>
  )
}

interface ProofFormProps {
  onSubmit: OwnerProofDialogProps['attempt']
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
      <PasswordField label={t`Password`} autoComplete="current-password" {...form.field('password')} />
      <FormActions submit={t`Confirm`} variant={isSecondChoice ? 'secondary' : 'primary'} onCancel={onCancel} />
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
        label={t`6-digit code or recovery code`}
        autoComplete="one-time-code"
        help={t`From your authenticator app.`}
        {...form.field('code')}
      />
      <FormActions submit={t`Confirm`} variant={isSecondChoice ? 'secondary' : 'primary'} onCancel={onCancel} />
    </Form>
  )
}
