import { useState } from 'react'
import type { ReplyData } from '#contract/endpoint.ts'
import { describeAsked } from '#contract/rights/agreement.ts'
import { rightApi } from '#contract/rights/api.ts'
import { contactTasks } from '#contract/rights/contact.ts'
import { t, translate } from '#contract/words/t.ts'
import { AuthLayout } from '#web/accounts/AuthLayout.tsx'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
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
  const problem = token ? request.error && toErrorMessage(request.error) : t`This link is not complete.`
  return (
    <AuthLayout title={t`Your answer`} lead={t`A letter about a niche has asked you something.`}>
      <ErrorAlert>{problem}</ErrorAlert>
      {!problem && !request.data && <Loading words={t`Reading the letter...`} />}
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
          <T>
            <span>{describeAsked({ person, event: kind })}</span>. Its niche is <Unbroken text={nicheCode} />.
          </T>
        </p>
        <p>
          {t`You hold the right to this niche together: ${holders.join(', ')}. Nothing happens before all of you have agreed, and you can take back what you say until the urn has moved.`}
        </p>
        {answered !== null && (
          <p>{answered ? t`${name}, you have agreed.` : t`${name}, you have said that you do not agree.`}</p>
        )}
        <Answer
          token={token}
          yes={answered !== true && t`I agree`}
          no={answered !== false && t`I do not agree`}
          thanks={{ yes: t`You have agreed.`, no: t`You do not agree, so the urn stays where it is.` }}
        />
      </>
    )
  return (
    <>
      <p>
        <T>
          <span>{holders.join(t` and `) || t`The holder of the right`}</span> named <span>{name}</span> as a contact for
          niche <Unbroken text={nicheCode} />, and would like you to <span>{translate(contactTasks[kind])}</span>.
        </T>
      </p>
      <p>
        {t`A contact decides nothing about the niche and owes nothing. If you accept, you can end it at any time: please tell us.`}
      </p>
      <Answer
        token={token}
        yes={t`Accept`}
        no={t`I do not want this`}
        thanks={{
          yes: t`You are a contact now. You need not do anything else.`,
          no: t`You are not a contact. We have deleted your addresses, and whoever named you sees your answer.`,
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
      <Callout tone="good" title={t`Thank you`}>
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
