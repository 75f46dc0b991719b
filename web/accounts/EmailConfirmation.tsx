import { accountApi } from '#contract/accounts/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './ProfilePage.module.css'

/** For an address that nobody has confirmed yet. */
export function EmailConfirmation() {
  const send = useApiMutation(accountApi.sendEmailConfirmation, {
    done: 'We have sent you a new link.',
    failed: (error) => toErrorMessage(error, 'The link could not be sent.'),
  })
  return (
    <div className={styles.request}>
      <p className={common.muted}>Please confirm with the link in the letter that we sent you.</p>
      <Button variant="secondary" small busy={send.isPending} onClick={() => send.mutate({})}>
        Send the link again
      </Button>
    </div>
  )
}
