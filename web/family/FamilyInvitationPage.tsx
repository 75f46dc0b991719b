import { useState } from 'react'
import { useLocation } from 'react-router'
import { familyApi } from '#contract/family/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { AuthLayout } from '#web/accounts/AuthLayout.tsx'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { useAddressToken } from '#web/core/use-address-token.ts'
import { saveReturnPath } from '#web/session/return-to.ts'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { Loading } from '#web/ui/Loading.tsx'

/** The page that the letter to an invited relative links to. */
export function FamilyInvitationPage() {
  const token = useAddressToken()
  const invitation = useApi(familyApi.readInvitation, { body: { token } }, { enabled: token !== '' })
  const problem = token ? invitation.error && toErrorMessage(invitation.error) : t`This link is not complete.`
  return (
    <AuthLayout title={t`Help with a niche`} lead={t`Somebody in your family has invited you.`}>
      <ErrorAlert>{problem}</ErrorAlert>
      {!problem && !invitation.data && <Loading words={t`Reading the invitation...`} />}
      {invitation.data && (
        <>
          <p>
            {t`${invitation.data.invitedBy} asks you to help with the niche of ${invitation.data.name || t`a relative`}. You can then choose and change the day on which the urn is placed, and get our letters about it.`}
          </p>
          <Answer token={token} invitedBy={invitation.data.invitedBy} />
        </>
      )}
    </AuthLayout>
  )
}

function Answer({ token, invitedBy }: { token: string; invitedBy: string }) {
  const session = useSession()
  if (session.state === 'unknown') return <Loading words={t`Loading your account...`} />
  if (session.state === 'none') return <SignIn />
  return session.user.role === 'user' ? (
    <Accept token={token} invitedBy={invitedBy} />
  ) : (
    <Callout tone="warning">
      <p>{t`You are signed in as a member of staff. Please use your own account as a member of the family.`}</p>
    </Callout>
  )
}

/** Remembers this link, so that the person comes back to it after signing in. */
function SignIn() {
  const { pathname, hash } = useLocation()
  const remember = () => saveReturnPath({ path: `${pathname}${hash}`, openTo: ['user'] })
  return (
    <>
      <p>{t`Please log in with your own account, or create one. You come back here.`}</p>
      <FormActions>
        <ButtonLink variant="secondary" to={pathTo('register')} onClick={remember}>
          {t`Create an account`}
        </ButtonLink>
        <ButtonLink to={pathTo('login')} onClick={remember}>
          {t`Log In`}
        </ButtonLink>
      </FormActions>
    </>
  )
}

function Accept({ token, invitedBy }: { token: string; invitedBy: string }) {
  const [isDone, setDone] = useState(false)
  const accept = useApiMutation(familyApi.accept, { failed: toErrorMessage, onSuccess: () => setDone(true) })
  if (isDone)
    return (
      <Callout tone="good" title={t`Thank you`}>
        <p>{t`${invitedBy} is asked to agree. We write to you then, and you find the page in My Bookings.`}</p>
      </Callout>
    )
  return (
    <>
      <p>{t`${invitedBy} will see your name and your email address.`}</p>
      <FormActions>
        <Button busy={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          {t`Accept`}
        </Button>
      </FormActions>
    </>
  )
}
