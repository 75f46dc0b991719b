import { useState } from 'react'
import { useNavigate } from 'react-router'
import { InvitedPerson, invitationApi } from '#contract/accounts/invitation-api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { readLinkToken } from '#web/core/link-token.ts'
import { loadSession } from '#web/session/session.ts'
import { Email } from '#web/ui/Email.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { roleLabels } from './role-labels.ts'

/** The page of the link in an invitation. Setting up the second factor comes next. */
export function AcceptInvitationPage() {
  const [token] = useState(readLinkToken)
  const invitation = useApi(invitationApi.read, { body: { token } }, { enabled: token !== '', staleTime: Infinity })
  const problem = token ? invitation.error && toErrorMessage(invitation.error) : 'This link is not complete.'
  return (
    <AuthLayout
      title="Join the staff"
      lead="Please enter your name and choose a password. Next you set up a second step with an authenticator app."
    >
      <ErrorAlert>{problem}</ErrorAlert>
      {!problem && !invitation.data && <Loading words="Reading the invitation..." />}
      {invitation.data && (
        <>
          <p>
            For <Email address={invitation.data.email} />, as {roleLabels[invitation.data.role]}.
          </p>
          <DetailsForm token={token} />
        </>
      )}
    </AuthLayout>
  )
}

function DetailsForm({ token }: { token: string }) {
  const form = useZodForm(InvitedPerson, { fullName: '', contactNumber: '', newPassword: '' })
  const navigate = useNavigate()
  const accept = useApiMutation(invitationApi.accept)
  const submit = async (person: InvitedPerson) => {
    const { redirectTo } = await accept.mutateAsync({ body: { ...person, token } })
    /** Somebody else may have been signed in with this browser. */
    await loadSession()
    await navigate(redirectTo)
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField label="Full name" autoComplete="name" {...form.field('fullName')} />
      <TextField label="Contact number" type="tel" autoComplete="tel" {...form.field('contactNumber')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help="At least 8 characters"
        {...form.field('newPassword')}
      />
      <FormActions submit="Continue" />
    </Form>
  )
}
