import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ClosingForm, privacyApi } from '#contract/privacy/api.ts'
import { refresh, useApiMutation } from '#web/api/use-api.ts'
import { leaveSession } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { PasswordField } from '../PasswordField.tsx'

export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useZodForm(ClosingForm, { password: '', message: '' })
  const close = useApiMutation(privacyApi.close)
  const submit = async (body: { password: string; message: string }) => {
    const { closed } = await close.mutateAsync({ body })
    if (closed) {
      toast.success('Your account is closed. We have confirmed it by e-mail.')
      return leaveSession(() => navigate(pathTo('login'), { replace: true }))
    }
    toast.success('Our staff will look at your request and write to you.')
    await refresh(privacyApi.closingRequest)
    onClose()
  }
  return (
    <Dialog title="Close my account" onClose={onClose}>
      <p>
        Without bookings, your account is closed at once: your personal details are removed and you can no longer log
        in. This cannot be undone.
      </p>
      <p>If you have bookings, our staff look at them first and then write to you.</p>
      <Form form={form} onSubmit={submit}>
        <TextArea
          label="Message to our staff"
          optional
          rows={3}
          maxLength={500}
          help="They read it only if you have bookings."
          {...form.field('message')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" variant="danger" busy={close.isPending}>
            Close my account
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
