import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Check, checklistLabels, dashboardApi } from '#contract/dashboard/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { pathTo } from '#contract/pages.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { setHouse } from '#web/session/house.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './FirstSteps.module.css'

/** For the admin of a new house, until it is open. */
export function FirstSteps() {
  const checklist = useApi(dashboardApi.checklist, {}, { what: 'first steps' })
  return (
    <Card title="First steps">
      <p>Visitors read that we are opening soon, until you open the house.</p>
      <QueryResult query={checklist} loading="Checking the installation..." failure="The checks could not be made.">
        {(items) => (
          <ol className={styles.steps}>
            {items.map(({ check, done }) => (
              <li key={check} className={styles.step} data-done={done}>
                {done ? (
                  <CircleCheck size={22} strokeWidth={1.6} aria-hidden="true" />
                ) : (
                  <CircleDashed size={22} strokeWidth={1.6} aria-hidden="true" />
                )}
                <div>
                  <p className={styles.name}>
                    {checklistLabels[check]} <VisuallyHidden>{done ? '(done)' : '(not done yet)'}</VisuallyHidden>
                  </p>
                  {!done && whatToDo[check]}
                </div>
              </li>
            ))}
          </ol>
        )}
      </QueryResult>
    </Card>
  )
}

const whatToDo: Record<Check, ReactNode> = {
  details: (
    <p>
      <Link to={pathTo('house')}>Enter name, address and opening hours</Link>
    </p>
  ),
  hall: <p>Families can book once there is a hall with niches.</p>,
  clerk: (
    <p>
      <Link to={pathTo('userManagement')}>Invite a clerk</Link>. This is done once they have set up their sign-in.
    </p>
  ),
  mail: <p>The mail server does not answer. Please check SMTP_URL; the log of the server says more.</p>,
  payments: <p>The payment provider does not answer. Please check the Stripe keys; the log of the server says more.</p>,
  open: <OpenButton />,
}

function OpenButton() {
  const open = useApiMutation(houseApi.open, {
    done: 'The house is open.',
    failed: toErrorMessage,
    onSuccess: setHouse,
    invalidates: [dashboardApi.checklist],
  })
  return (
    <Button variant="secondary" small busy={open.isPending} onClick={() => open.mutate({})}>
      Open the house
    </Button>
  )
}
