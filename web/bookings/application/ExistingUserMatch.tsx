import { useEffect, useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { toast } from '#web/ui/toast.ts'
import { applicantFrom } from './application-values.ts'
import { type Clue, clueIn } from './existing-user.ts'
import styles from './StaffTools.module.css'
import type { ApplicationFormState } from './use-application-form.ts'

const pause = 400

/** Says, while a clerk types, that this may be someone we know. */
export function ExistingUserMatch({ form }: { form: ApplicationFormState }) {
  const clue = useSettled(clueIn(form.values))
  const known = useApi(
    accountApi.findExisting,
    { query: clue ?? { attr: 'nric', value: '-' } },
    { enabled: clue !== undefined },
  )
  const matches = (clue && known.data) ?? []
  const isTaken = matches.some((match) => match.fullName === form.values.fullName)
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

/** Waits until the typing rests: each lookup is written into the audit. */
function useSettled(clue: Clue | undefined): Clue | undefined {
  const [settled, setSettled] = useState(clue)
  const key = clue ? `${clue.attr}:${clue.value}` : ''
  useEffect(() => {
    const timer = setTimeout(() => {
      const [attr, value] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
      setSettled(key ? ({ attr, value } as Clue) : undefined)
    }, pause)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
