import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Check, checklistLabels, dashboardApi, optionalChecks } from '#contract/dashboard/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { House } from '#contract/house/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './FirstSteps.module.css'

/** Shown to the admin of a new house. */
export function FirstSteps({ house }: { house: House }) {
  /** The list is read again on each visit, because an admin returns from having done a step. */
  const checklist = useApi(dashboardApi.checklist, {}, { what: 'first steps', staleTime: 0 })
  return (
    <Card title="First steps">
      <p>
        {house.isOpen
          ? 'Families can book. This list is shown until the first booking.'
          : 'Visitors read that we are opening soon, until the first block can be booked.'}
      </p>
      <QueryResult query={checklist} loading="Checking the installation..." failure="The checks could not be made.">
        {(items) => (
          <ol className={common.stack4}>
            {items.map(({ check, done }) => (
              <li key={check} className={styles.step} data-done={done}>
                {done ? (
                  <CircleCheck size={22} strokeWidth={1.6} aria-hidden="true" />
                ) : (
                  <CircleDashed size={22} strokeWidth={1.6} aria-hidden="true" />
                )}
                <div>
                  <p className={`${common.bold} ${styles.name}`}>
                    {checklistLabels[check]} <VisuallyHidden>{stateOf(check, done)}</VisuallyHidden>
                  </p>
                  {!done && <p>{whatToDo[check](house)}</p>}
                </div>
              </li>
            ))}
          </ol>
        )}
      </QueryResult>
    </Card>
  )
}

const stateOf = (check: Check, done: boolean) => {
  if (done) return '(done)'
  return optionalChecks.includes(check) ? '(optional)' : '(not done yet)'
}

const whatToDo: Record<Check, (house: House) => ReactNode> = {
  details: () => <Link to={pathTo('house')}>Enter name, address and opening hours</Link>,
  hall: () => <Link to={pathTo('halls')}>Add a hall and lay out its first block</Link>,
  hours: () => (
    <>
      <Link to={pathTo('halls')}>Enter the placement hours of each hall</Link>, so that families can choose a day.
    </>
  ),
  prices: () => (
    <>
      <Link to={pathTo('prices')}>Enter what the house charges besides its niches</Link>, such as an engraving. This can
      wait, and a house that charges nothing else needs no list.
    </>
  ),
  clerk: () => (
    <>
      <Link to={pathTo('userManagement')}>Invite a clerk</Link>. This is done once they have set up their sign-in. Until
      then an urn can be received, but not placed, taken out, released or counted: that takes two people. A house with
      one member of staff invites somebody whom it trusts as a witness, such as a second person of the parish: a witness
      only confirms what a member of staff has begun.
    </>
  ),
  mail: () => 'The mail server does not answer. Please check SMTP_URL; the log of the server says more.',
  payments: () =>
    'The payment provider does not answer. Please check the Stripe keys; the log of the server says more.',
  open: ({ opensAt }) =>
    opensAt ? (
      <>
        The first block opens on {formatDateTime(opensAt)}. <Link to={pathTo('halls')}>See the halls</Link>
      </>
    ) : (
      <>
        <Link to={pathTo('halls')}>Publish a block</Link>, now or with an opening time. Families can then book it.
      </>
    ),
}
