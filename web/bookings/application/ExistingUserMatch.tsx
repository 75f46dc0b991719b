import { useEffect, useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { toast } from '#web/ui/toast.ts'
import { applicantFrom } from './application-values.ts'
import styles from './StaffTools.module.css'
import type { ApplicationFormState } from './use-application-form.ts'

/** From how many characters each of the three may tell who is being written down. */
const enough = { nric: 9, contactNumber: 8, email: 5 }

const pause = 400

/** Says, while a clerk types, that this may be someone we know. */
export function ExistingUserMatch({ form }: { form: ApplicationFormState }) {
  const { nationalID, mobileNumber, email, fullName } = form.values
  const known = [
    ...useKnown('nric', nationalID),
    ...useKnown('contactNumber', mobileNumber),
    ...useKnown('email', email),
  ]
  const matches = [...new Map(known.map((match) => [match.userID, match])).values()]
  const isTaken = matches.some((match) => match.fullName === fullName)
  if (matches.length === 0 || isTaken) return null

  const use = (userID: string) =>
    callApi(accountApi.byID, { query: { userID } }).then(
      (user) => form.fill(applicantFrom(user)),
      () => toast.error('Failed to load user data.'),
    )
  return (
    <Callout title="We may know this person">
      {matches.map((match) => (
        <p key={match.userID} className={styles.match}>
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

function useKnown(attr: keyof typeof enough, typed: string) {
  const value = useSettled(typed.trim())
  const isEnough = value.length >= enough[attr]
  const known = useApi(accountApi.findExisting, { query: { attr, value } }, { enabled: isEnough })
  return (isEnough && known.data) || []
}

/** Waits until the typing rests: each lookup is written into the audit. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, pause, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
