import { useState } from 'react'
import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import { required } from '#contract/schema-parts.ts'
import { callApi } from '#web/api/call-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const Request = z.object({ to: required('Email is required').pipe(z.email('Invalid email')) })

/** Shows the same message whether or not the address has an account, so that accounts cannot be guessed. */
export function ForgotPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useZodForm(Request, { to: email })
  const [isSent, setSent] = useState(false)
  const link = `${location.origin}/reset-password?token={token}`

  const send = async ({ to }: z.output<typeof Request>) => {
    setSent(false)
    await callApi(accountApi.sendReset, { body: { to, link } })
    setSent(true)
  }

  return (
    <Dialog title="Reset your password" onClose={onClose}>
      <div role="status">
        {isSent && <Callout tone="good">If that email is registered, a reset link has been sent.</Callout>}
      </div>
      <Form form={form} onSubmit={send} errorMessage={() => 'Failed to send reset link. Please try again.'}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          help="We will send you a link that works for 30 minutes."
          {...form.field('to')}
        />
        <FormActions error={form.formState.errors.root?.message}>
          <Button type="submit" busy={form.formState.isSubmitting}>
            Send reset link
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {isSent ? 'Close' : 'Cancel'}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
