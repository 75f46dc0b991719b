import { useState } from 'react'
import { accountApi, type User } from '#contract/accounts/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './ApplicantLookup.module.css'
import type { ApplicationFormState } from './use-application-form.ts'

/** Lets a clerk fill in their own details or those of a known NRIC. */
export function ApplicantLookup({ form, userID }: { form: ApplicationFormState; userID: string }) {
  const [nric, setNRIC] = useState('')
  const [busy, setBusy] = useState<'mine' | 'nric'>()

  const take = async (which: 'mine' | 'nric', load: () => Promise<User>, failure: (error: unknown) => string) => {
    setBusy(which)
    await load().then(form.fillFrom, (error: unknown) => toast.error(failure(error)))
    setBusy(undefined)
  }
  const loadMine = () => {
    if (!userID) return toast.error('Please enter a valid userID.')
    void take(
      'mine',
      () => callApi(accountApi.byID, { query: { userID } }),
      () => 'Failed to load user data.',
    )
  }
  const lookUp = () => {
    if (!nric.trim()) return toast.error('Please enter a valid NRIC.')
    void take('nric', () => callApi(accountApi.byNRIC, { body: { nric } }), wordsOfLookup)
  }

  return (
    <div className={styles.tools}>
      <div className={styles.lookup}>
        <TextField
          label="Search by NRIC"
          autoComplete="off"
          maxLength={9}
          value={nric}
          onChange={(event) => setNRIC(event.target.value.toUpperCase())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            lookUp()
          }}
        />
        <Button variant="secondary" busy={busy === 'nric'} onClick={lookUp}>
          Search
        </Button>
      </div>
      <Button variant="secondary" busy={busy === 'mine'} onClick={loadMine}>
        Load My Details
      </Button>
    </div>
  )
}

/** The server's sentence if it sent one. An NRIC without an account is not an error. */
function wordsOfLookup(error: unknown): string {
  if (!(error instanceof ApiError) || error.isNetworkFailure) return 'Something went wrong while searching NRIC.'
  if (error.status === 404) return error.error || 'No user found with this NRIC.'
  return error.errors.nric || error.error || 'Something went wrong while searching NRIC.'
}
