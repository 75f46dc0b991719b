import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  appointmentApi,
  type ExpiredAttempt,
  type StaffAppointment,
  type PlacementTasks as Tasks,
  type UnplacedUrn,
  type WaitingFamily,
} from '#contract/appointments/api.ts'
import { formatAppointment } from '#contract/appointments/appointment.ts'
import { dayMs, formatDay, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded, urnName } from '#contract/registers/partial-date.ts'
import type { TwoPersonEvent } from '#contract/urns/moves.ts'
import { describeExpected } from '#contract/urns/stock-take.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { formatWhen } from '#contract/words/when.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './PlacementTasks.module.css'
import { recordMove, type UnsentMoves } from './unsent-moves.ts'
import { pollWithoutStream } from './use-live-appointments.ts'

/** What staff have to do besides the day's appointments. Admins see it without the buttons that change appointments. */
export function PlacementTasks({ isLive, unsent }: { isLive: boolean; unsent: UnsentMoves }) {
  const isStaff = useSignedIn().role === 'staff'
  const tasks = useApi(appointmentApi.tasks, {}, { what: 'placement tasks', ...pollWithoutStream(isLive) })
  return (
    <div className={styles.tasks} data-screen-only>
      <QueryResult query={tasks} loading="Loading the tasks..." failure="The tasks could not be loaded.">
        {({ proposed, unfinished, notPlaced, expired, withoutAppointment }) => (
          <>
            <TaskList title="Times that families propose" empty="No family is waiting for an answer.">
              {proposed.map((row) => (
                <FamilyTask key={row.appointmentID} row={row} facts={[whenOf(row), ageOf(row), row.message]}>
                  {isStaff && (
                    <>
                      {!row.isPast && (
                        <Button
                          small
                          busy={unsent[row.appointmentID] !== undefined}
                          aria-label={`Confirm this time: ${row.beneficiaryName}`}
                          onClick={() => recordMove(row, 'confirm')}
                        >
                          Confirm this time
                        </Button>
                      )}
                      <ChooseLink row={row} label="Offer another time" />
                    </>
                  )}
                </FamilyTask>
              ))}
            </TaskList>
            <TaskList title="Past appointments to conclude" empty="Nothing is left over from past days.">
              {unfinished.map((row) => (
                <FamilyTask key={row.appointmentID} row={row} facts={[whenOf(row)]}>
                  <TaskLink
                    to={pathTo('placements', { day: toDay(new Date(row.startsAt)) })}
                    label="Go to the day"
                    name={`Go to the day: ${row.beneficiaryName}`}
                  />
                </FamilyTask>
              ))}
            </TaskList>
            <TaskList title="Urns with us for a week or more, not placed" empty="No urn has been waiting for a week.">
              {notPlaced.map((urn) => (
                <UrnTask key={urn.tag} urn={urn} facts={[`With us since ${dayOf(urn.since)}. ${urn.where}`]} />
              ))}
            </TaskList>
            <TaskList
              title="Moves that no second person confirmed in time"
              empty="In the last week, every move was confirmed by two people or tried again."
            >
              {expired.map((urn) => (
                <UrnTask
                  key={urn.tag}
                  urn={urn}
                  facts={[`${wordsFor[urn.event]}: only ${urn.by} confirmed it, ${ago(urn.at)}`]}
                />
              ))}
            </TaskList>
            <TaskList
              title="Approved 30 days ago or more, without an appointment"
              empty="Every approved booking has an appointment, or is recent."
            >
              {withoutAppointment.map((row) => (
                <FamilyTask key={row.bookingID} row={row} facts={[`Approved ${ago(row.approvedAt)}`]}>
                  {isStaff && <ChooseLink row={row} label="Choose a time" />}
                </FamilyTask>
              ))}
            </TaskList>
          </>
        )}
      </QueryResult>
      <DifferenceTasks />
    </div>
  )
}

const dayOf = (instant: string) => formatDay(toDay(new Date(instant)))
const ago = (instant: string) => formatWhen(new Date(instant), serverNow())
const whenOf = ({ startsAt, endsAt }: StaffAppointment) => formatAppointment(new Date(startsAt), new Date(endsAt))

/** Says how long the family has waited, and when the answer is due. */
function ageOf({ proposedAt, startsAt, isPast }: Tasks['proposed'][number]) {
  const waited = `Proposed ${ago(proposedAt)}`
  if (isPast) return `${waited}. The time has passed without an answer: please offer another one.`
  return Date.parse(startsAt) - serverNow().getTime() < 2 * dayMs
    ? `${waited}. Please answer soon: the time is in less than two days.`
    : `${waited}.`
}

type Row = Omit<WaitingFamily, 'approvedAt'>

const wordsFor: Record<TwoPersonEvent, string> = {
  place: 'To be placed',
  takeOut: 'To be taken out',
  release: 'To be released',
  disprove: 'The niche is said to be empty',
  see: 'Said to be in its niche',
}

const FamilyTask = ({ row, facts, children }: Omit<TaskProps, 'name'> & { row: Row }) => (
  <Task
    name={<Link to={pathTo('staffPerson', { bookingID: row.bookingID })}>{orNotRecorded(row.beneficiaryName)}</Link>}
    facts={[`${row.buildingName}, niche ${row.nicheCode}. Payer ${row.customerName}, ${row.contactNumber}`, ...facts]}
  >
    {children}
  </Task>
)

const UrnTask = ({ urn, facts }: { urn: UnplacedUrn | ExpiredAttempt; facts: readonly string[] }) => (
  <Task name={urnName(urn.beneficiaryName)} facts={[`Urn ${urn.tag}, niche ${urn.nicheCode}`, ...facts]}>
    <TaskLink
      to={pathTo('urn', { tag: urn.tag })}
      label="Open the urn"
      name={`Open the urn: ${urnName(urn.beneficiaryName)}`}
    />
  </Task>
)

const ChooseLink = ({ row, label }: { row: Row; label: string }) => (
  <TaskLink
    to={pathTo('appointment', { bookingID: row.bookingID })}
    label={label}
    name={`${label}: ${row.beneficiaryName}`}
  />
)

/** Niches in which two people did not find what the ledger says. */
const DifferenceTasks = () => (
  <QueryResult
    query={useApi(stockTakeApi.differences, {}, { what: 'differences of stock-takes' })}
    loading="Loading the differences..."
    failure="The differences could not be read just now."
  >
    {(list) => (
      <TaskList title="Differences found in stock-takes" empty="There is no difference to settle.">
        {list.map(({ differenceID, nicheCode, place, expectedTag, at }) => (
          <Task
            key={differenceID}
            name={`Niche ${nicheCode}`}
            facts={[place, `Should be there: ${describeExpected(expectedTag)}. Found otherwise, ${ago(at)}`]}
          >
            <TaskLink
              to={pathTo('stockTake')}
              label="See the difference"
              name={`See the difference in niche ${nicheCode}`}
            />
          </Task>
        ))}
      </TaskList>
    )}
  </QueryResult>
)

interface TaskListProps {
  title: string
  empty: string
  children: readonly ReactNode[]
}

const TaskList = ({ title, empty, children }: TaskListProps) => (
  <Card>
    <h2 className={styles.title}>
      {title} {children.length > 0 && <span className={styles.count}>{children.length}</span>}
    </h2>
    {children.length > 0 ? <ul>{children}</ul> : <p>{empty}</p>}
  </Card>
)

interface TaskProps {
  name: ReactNode
  facts: readonly string[]
  children: ReactNode
}

const Task = ({ name, facts, children }: TaskProps) => (
  <li className={`${common.spread} ${styles.task}`}>
    <div className={styles.words}>
      <p className={styles.name}>{typeof name === 'string' ? <Unbroken text={name} /> : name}</p>
      {facts.filter(Boolean).map((fact) => (
        <p key={fact}>
          <Unbroken text={fact} />
        </p>
      ))}
    </div>
    <div className={common.row2}>{children}</div>
  </li>
)

const TaskLink = ({ to, label, name }: { to: string; label: string; name: string }) => (
  <ButtonLink small variant="secondary" to={to} aria-label={name}>
    {label}
  </ButtonLink>
)
