import { useState } from 'react'
import type { ReplyData } from '#contract/endpoint.ts'
import { rightApi } from '#contract/rights/api.ts'
import { contactTasks } from '#contract/rights/contact.ts'
import { AuthLayout } from '#web/accounts/AuthLayout.tsx'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useAddressToken } from '#web/core/use-address-token.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/** The page that the letter to a contact links to. They need no account. */
export function ContactRequestPage() {
  const token = useAddressToken()
  const request = useApi(rightApi.readContactRequest, { body: { token } }, { enabled: token !== '' })
  const problem = token ? request.error && toErrorMessage(request.error) : 'This link is not complete.'
  return (
    <AuthLayout title="Contact for a niche" lead="Somebody has named you.">
      <ErrorAlert>{problem}</ErrorAlert>
      {!problem && !request.data && <Loading words="Reading the letter..." />}
      {request.data && <Request {...request.data} token={token} />}
    </AuthLayout>
  )
}

type RequestProps = ReplyData<typeof rightApi.readContactRequest> & { token: string }

const Request = ({ holders, name, kind, nicheCode, token }: RequestProps) => (
  <>
    <p>
      {holders.join(' and ') || 'The holder of the right'} named {name} as a contact for niche{' '}
      <Unbroken text={nicheCode} />, and would like you to {contactTasks[kind]}.
    </p>
    <p>
      A contact decides nothing about the niche and owes nothing. If you accept, you can end it at any time: please tell
      us.
    </p>
    <Answer token={token} />
  </>
)

function Answer({ token }: { token: string }) {
  const [answer, setAnswer] = useState<'accepted' | 'declined'>()
  const { mutate, isPending, variables } = useApiMutation(rightApi.answerContactRequest, {
    failed: toErrorMessage,
    onSuccess: (_, { body }) => setAnswer(body.accepts ? 'accepted' : 'declined'),
  })
  if (answer)
    return (
      <Callout tone="good" title="Thank you">
        <p>
          {answer === 'accepted'
            ? 'You are a contact now. You need not do anything else.'
            : 'You are not a contact. We have deleted your addresses, and whoever named you sees your answer.'}
        </p>
      </Callout>
    )
  const send = (accepts: boolean) => mutate({ body: { token, accepts } })
  const isSending = (accepts: boolean) => isPending && variables?.body.accepts === accepts
  return (
    <FormActions>
      <Button busy={isSending(true)} disabled={isPending} onClick={() => send(true)}>
        Accept
      </Button>
      <Button variant="secondary" busy={isSending(false)} disabled={isPending} onClick={() => send(false)}>
        I do not want this
      </Button>
    </FormActions>
  )
}
