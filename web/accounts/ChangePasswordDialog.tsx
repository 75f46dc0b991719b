import { useEffect } from 'react'
import { z } from 'zod'
import { NewPassword } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

const Passwords = z
  .object({
    oldPassword: z.string().min(1, 'Please enter your old password'),
    newPassword: NewPassword,
    confirmPassword: z.string(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'New passwords don’t match',
    when: () => true,
  })

const closeAfterMs = 1500

export function ChangePasswordDialog() {
  const close = useCloseDialog()
  const form = useZodForm(Passwords, { oldPassword: '', newPassword: '', confirmPassword: '' })
  const change = useApiMutation(accountApi.changePassword)
  const { isSuccess } = change

  /** The dialog stays open long enough to read the message. */
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(close, closeAfterMs)
    return () => clearTimeout(timer)
  }, [isSuccess, close])

  return (
    <Dialog title={t`Change Password`}>
      <div role="status">{isSuccess && <Callout tone="good">{t`Password updated successfully!`}</Callout>}</div>
      <Form
        form={form}
        onSubmit={({ oldPassword, newPassword }) => change.mutateAsync({ body: { oldPassword, newPassword } })}
        errorMessage={(error) => toErrorMessage(error, t`Failed to change password`)}
      >
        <PasswordField label={t`Old password`} autoComplete="current-password" {...form.field('oldPassword')} />
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          help={t`At least 8 characters. You will be signed out on all other devices.`}
          {...form.field('newPassword')}
        />
        <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...form.field('confirmPassword')} />
        <FormActions submit={t`Change Password`} busy={isSuccess} onCancel={close} />
      </Form>
    </Dialog>
  )
}
