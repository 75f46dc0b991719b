import { useEffect, useState } from 'react'
import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { required } from '#contract/schema-parts.ts'
import { t } from '#contract/words/t.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { createBotCheck } from './use-bot-check.ts'

const Request = z.object({ to: required('Email is required').pipe(z.email('Invalid email')) })

/** Shows the same message whether or not the address has an account, so that accounts cannot be guessed. */
export function ForgotPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useZodForm(Request, { to: email })
  const send = useApiMutation(accountApi.sendReset)
  const [botCheck] = useState(() => createBotCheck('reset'))
  useEffect(() => void botCheck.prepare(), [botCheck])
  /** Most requests need no token. */
  const token = () => botCheck.token().catch(() => '')
  const link = `${location.origin}${pathTo('resetPassword')}?token={token}`

  return (
    <Dialog title={t`Reset your password`} onClose={onClose}>
      <div role="status">
        {send.isSuccess && (
          <Callout tone="good">
            <p>{t`If that email is registered, a reset link has been sent.`}</p>
            <p>
              <T>
                We send only a few of these letters a day. If no new one comes, please use the last one that you have:
                it says how long its link works.
              </T>
            </p>
          </Callout>
        )}
      </div>
      <Form
        form={form}
        onSubmit={async ({ to }) => send.mutateAsync({ body: { to, link, recaptchaToken: await token() } })}
        errorMessage={() => t`Failed to send reset link. Please try again.`}
      >
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          required
          help={t`We will send you a link that works for 30 minutes.`}
          {...form.field('to')}
        />
        <FormActions submit={t`Send reset link`} onCancel={onClose} cancel={send.isSuccess ? t`Close` : t`Cancel`} />
      </Form>
    </Dialog>
  )
}
