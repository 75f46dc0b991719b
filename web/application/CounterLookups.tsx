import { useRef, useState } from 'react'
import { accountApi, type User } from '#contract/accounts/api.ts'
import { nricPattern } from '#contract/schema-parts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { toast } from '#web/core/toast.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './CounterLookups.module.css'
import { ExistingUserMatch } from './ExistingUserMatch.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

/** Who may already have an account: asked by the clerk, and noticed while they type. */
export const CounterLookups = ({ form }: { form: ApplicationFormState }) => (
  <>
    <ApplicantLookup form={form} />
    <ExistingUserMatch form={form} />
  </>
)

/** Lets a clerk fill in their own details or those of a known NRIC. */
function ApplicantLookup({ form }: { form: ApplicationFormState }) {
  const { userID } = useSignedIn()
  const [nric, setNRIC] = useState('')
  const [busy, setBusy] = useState<'mine' | 'nric'>()

  /** The account that was found while typing. The next press uses it instead of asking again. */
  const found = useRef<{ nric: string; user: Promise<User> }>(undefined)

  /** The person of the last look-up. Answers to earlier ones are ignored. */
  const last = useRef('')
  /** An unknown number that was put into the form. */
  const filledIn = useRef('')

  const take = async (which: 'mine' | 'nric', whose: string, user: Promise<User>, fail: (error: unknown) => void) => {
    setBusy(which)
    last.current = whose
    const isLast = () => last.current === whose
    await user.then(
      (account) => isLast() && form.fillFrom(account),
      (error) => isLast() && fail(error),
    )
    if (isLast()) setBusy(undefined)
  }
  const loadMine = () => {
    if (!userID) return toast.error('Please enter a valid userID.')
    void take('mine', userID, callApi(accountApi.byID, { query: { userID } }), () =>
      toast.error('Failed to load user data.'),
    )
  }
  /** A complete NRIC is looked up at once. Failures are shown only after a press, when the clerk expects an answer. */
  const type = (text: string) => {
    setNRIC(text)
    if (!nricPattern.test(text)) return
    const user = findByNRIC(text)
    found.current = { nric: text, user }
    void take('nric', text, user, (error) => {
      found.current = undefined
      keepUnknown(text, error)
    })
  }
  const lookUp = () => {
    if (!nric.trim()) return toast.error('Please enter a valid NRIC.')
    const user = found.current?.nric === nric ? found.current.user : findByNRIC(nric)
    found.current = undefined
    void take('nric', nric, user, (error) => {
      keepUnknown(nric, error)
      toast.error(wordsOfLookup(error))
    })
  }
  /** The person is new: the number need not be typed a second time, and a corrected one replaces it. */
  const keepUnknown = (nationalID: string, error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) return
    if (form.values.nationalID !== '' && form.values.nationalID !== filledIn.current) return
    filledIn.current = nationalID
    form.fill({ nationalID })
  }

  return (
    <div className={`${common.spread} ${styles.tools}`}>
      <div className={styles.lookup}>
        <TextField
          label="Search by NRIC"
          autoComplete="off"
          value={nric}
          onChange={(event) => type(event.target.value.toUpperCase())}
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

const findByNRIC = (nric: string) => callApi(accountApi.byNRIC, { body: { nric } })

/** The server's sentence if it sent one. An NRIC without an account is not an error. */
function wordsOfLookup(error: unknown): string {
  if (!(error instanceof ApiError) || error.isNetworkFailure) return 'Something went wrong while searching NRIC.'
  if (error.status === 404) return error.error || 'No user found with this NRIC.'
  return error.errors.nric || error.error || 'Something went wrong while searching NRIC.'
}
