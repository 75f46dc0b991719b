import { useState } from 'react'
import type { ReplyData } from '#contract/endpoint.ts'
import { describeAsked } from '#contract/rights/agreement.ts'
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

/** The page that letters to contacts and holders link to. They need no account. */
export function ContactRequestPage() {
  const token = useAddressToken()
  const request = useApi(rightApi.readContactRequest, { body: { token } }, { enabled: token !== '' })
  const problem = token ? request.error && toErrorMessage(request.error) : 'This link is not complete.'
  return (
    <AuthLayout title="Your answer" lead="A letter about a niche has asked you something.">
      <ErrorAlert>{problem}</ErrorAlert>
      {!problem && !request.data && <Loading words="Reading the letter..." />}
      {request.data && <Request {...request.data} token={token} />}
    </AuthLayout>
  )
}

type RequestProps = ReplyData<typeof rightApi.readContactRequest> & { token: string }

function Request({ holders, name, kind, nicheCode, person, answered, token }: RequestProps) {
  if (kind === 'takeOut' || kind === 'release')
    return (
      <>
        <p>
          {describeAsked({ person, event: kind })}. Its niche is <Unbroken text={nicheCode} />.
        </p>
        <p>
          You hold the right to this niche together: {holders.join(', ')}. Nothing happens before all of you have
          agreed, and you can take back what you say until the urn has moved.
        </p>
        {answered !== null && (
          <p>{answered ? `${name}, you have agreed.` : `${name}, you have said that you do not agree.`}</p>
        )}
        <Answer
          token={token}
          yes={answered !== true && 'I agree'}
          no={answered !== false && 'I do not agree'}
          thanks={{ yes: 'You have agreed.', no: 'You do not agree, so the urn stays where it is.' }}
        />
      </>
    )
  return (
    <>
      <p>
        {holders.join(' and ') || 'The holder of the right'} named {name} as a contact for niche{' '}
        <Unbroken text={nicheCode} />, and would like you to {contactTasks[kind]}.
      </p>
      <p>
        A contact decides nothing about the niche and owes nothing. If you accept, you can end it at any time: please
        tell us.
      </p>
      <Answer
        token={token}
        yes="Accept"
        no="I do not want this"
        thanks={{
          yes: 'You are a contact now. You need not do anything else.',
          no: 'You are not a contact. We have deleted your addresses, and whoever named you sees your answer.',
        }}
      />
    </>
  )
}

interface AnswerProps {
  token: string
  /** The words on each button; false if that is what they have answered before. */
  yes: string | false
  no: string | false
  thanks: { yes: string; no: string }
}

function Answer({ token, yes, no, thanks }: AnswerProps) {
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const { mutate, isPending, variables } = useApiMutation(rightApi.answerContactRequest, {
    failed: toErrorMessage,
    onSuccess: (_, { body }) => setAnswer(body.accepts ? 'yes' : 'no'),
  })
  if (answer)
    return (
      <Callout tone="good" title="Thank you">
        <p>{thanks[answer]}</p>
      </Callout>
    )
  const send = (accepts: boolean) => mutate({ body: { token, accepts } })
  const isSending = (accepts: boolean) => isPending && variables?.body.accepts === accepts
  return (
    <FormActions>
      {yes && (
        <Button busy={isSending(true)} disabled={isPending} onClick={() => send(true)}>
          {yes}
        </Button>
      )}
      {no && (
        <Button variant="secondary" busy={isSending(false)} disabled={isPending} onClick={() => send(false)}>
          {no}
        </Button>
      )}
    </FormActions>
  )
}
