import { useEffect } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { useSignedIn } from './session.ts'

/** The account of whoever is signed in, for pages that cannot do without it. */
export function useOwnAccount() {
  const { userID } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  useEffect(() => {
    if (account.isError) toast.error(t`Failed to find user in session`)
  }, [account.isError])
  return account
}
