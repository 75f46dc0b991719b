import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { NewPassword } from '#contract/accounts/account.ts'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { toOneTimeErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { readLinkToken } from '#web/core/link-token.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'

const Passwords = z
  .object({ newPassword: NewPassword, confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match.',
    when: () => true,
  })

const redirectAfterMs = 3000

export function ResetPasswordPage() {
  const [token] = useState(readLinkToken)
  const form = useZodForm(Passwords, { newPassword: '', confirmPassword: '' })
  const reset = useApiMutation(accountApi.resetPassword)
  const isDone = reset.isSuccess
  useRedirectToLogin(isDone)

  const submit = async ({ newPassword }: z.output<typeof Passwords>) => {
    if (token) await reset.mutateAsync({ body: { token, newPassword } })
  }

  return (
    <AuthLayout title={t`Choose a new password`} lead={t`You will be signed out on all devices.`}>
      <div role="status">
        {isDone && <Callout tone="good">{t`Password has been reset. Redirecting to login…`}</Callout>}
      </div>
      {!isDone && (
        <Form
          form={form}
          onSubmit={submit}
          errorMessage={(error) => toOneTimeErrorMessage(error, t`Failed to reset password.`)}
        >
          <PasswordField
            label={t`New password`}
            autoComplete="new-password"
            help={t`At least 8 characters`}
            {...form.field('newPassword')}
          />
          <PasswordField label={t`Confirm password`} autoComplete="new-password" {...form.field('confirmPassword')} />
          <FormActions submit={t`Reset password`} error={token ? undefined : t`Missing reset token.`} />
        </Form>
      )}
      <AuthLinks>
        <Link to={pathTo('login')}>{isDone ? t`Log in now` : t`Back to log in`}</Link>
      </AuthLinks>
    </AuthLayout>
  )
}

/** The pause is long enough to read the message. */
function useRedirectToLogin(isDone: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate(pathTo('login'), { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
