import { accountApi } from '#contract/accounts/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import styles from './CounterLookups.module.css'
import type { ApplicationFormState } from './use-application-form.ts'

/** The number of characters of each that are enough to look up a person. */
const minLength = { nric: 9, contactNumber: 8, email: 5 }

/** The pause is longer than elsewhere, because each lookup is recorded in the audit log. */
const pauseMs = 400

/** Tells a clerk who is typing that this person may have an account. A phone number counts only if a single account has it. */
export function ExistingUserMatch({ form }: { form: ApplicationFormState }) {
  const { nationalID, mobileNumber, email, fullName } = form.values
  const sharers = useMatchingUsers('contactNumber', mobileNumber)
  const byNRIC = useMatchingUsers('nric', nationalID)
  const byEmail = useMatchingUsers('email', email)
  const known = [...byNRIC, ...byEmail, ...(sharers.length === 1 ? sharers : [])]
  const matches = [...new Map(known.map((match) => [match.userID, match])).values()]
  const isTaken = [...matches, ...sharers].some((each) => each.fullName === fullName)
  if (isTaken) return null
  if (matches.length === 0) return sharers.length > 1 ? <SharedNumber /> : null

  const use = (userID: string) =>
    callApi(accountApi.byID, { query: { userID } }).then(
      (account) => {
        form.fillFrom(account)
        form.focus('nationalID')
      },
      () => toast.error('Failed to load user data.'),
    )
  return (
    <Callout title="We may know this person">
      {matches.map((match) => (
        <p key={match.userID} className={`${common.spread} ${styles.match}`}>
          <span>
            {match.fullName}, {match.contactNumber}, {match.email}
          </span>
          <Button variant="secondary" small onClick={() => use(match.userID)}>
            Use these details
          </Button>
        </p>
      ))}
    </Callout>
  )
}

const SharedNumber = () => (
  <Callout title="Several people have this number">
    <p>Please enter the NRIC or the email to find the right person.</p>
  </Callout>
)

function useMatchingUsers(attr: keyof typeof minLength, typed: string) {
  const value = useDebouncedValue(typed.trim(), pauseMs)
  const isEnough = value.length >= minLength[attr]
  const known = useApi(accountApi.findExisting, { query: { attr, value } }, { enabled: isEnough })
  return (isEnough && known.data) || []
}
