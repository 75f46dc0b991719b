import { useState } from 'react'
import { remembranceApi } from '#contract/family/remembrance-api.ts'
import { t } from '#contract/words/t.ts'
import { AuthLayout } from '#web/accounts/AuthLayout.tsx'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useAddressToken } from '#web/core/use-address-token.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'

/** The page that the reminder of an anniversary links to. A press ends it, because mail programs open links by themselves. */
export function EndReminderPage() {
  const token = useAddressToken()
  const [hasEnded, setEnded] = useState(false)
  const end = useApiMutation(remembranceApi.endRemembranceByLink, { onSuccess: () => setEnded(true) })
  const problem = token ? end.error && toErrorMessage(end.error) : t`This link is not complete.`
  return (
    <AuthLayout title={t`End a reminder`} lead={t`You asked us to remind you of an anniversary.`}>
      <ErrorAlert>{problem}</ErrorAlert>
      {hasEnded ? (
        <Callout tone="good" title={t`The reminder has ended`}>
          <p>{t`We do not write to you about this anniversary any more.`}</p>
        </Callout>
      ) : (
        <>
          <p>{t`We then do not write to you about this anniversary any more. You can ask for it again in My Bookings.`}</p>
          <FormActions>
            <Button busy={end.isPending} disabled={!token} onClick={() => end.mutate({ body: { token } })}>
              {t`End the reminder`}
            </Button>
          </FormActions>
        </>
      )}
    </AuthLayout>
  )
}
