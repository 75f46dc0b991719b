import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  appointmentApi,
  countTasks,
  type ExpiredAttempt,
  mostTasks,
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
import { mostDifferences, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { formatWhen } from '#contract/words/when.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { type Column, Table } from '#web/ui/table/Table.tsx'
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
            <TaskList
              title="Times that families propose"
              empty="No family is waiting for an answer."
              tasks={proposed.map((row) => proposedTask(row, isStaff ? unsent : undefined))}
            />
            <TaskList
              title="Past appointments to conclude"
              empty="Nothing is left over from past days."
              tasks={unfinished.map((row) =>
                familyTask(
                  row,
                  [whenOf(row)],
                  <TaskLink
                    to={pathTo('placements', { day: toDay(new Date(row.startsAt)) })}
                    label="Open"
                    name={`Open the day: ${row.beneficiaryName}`}
                  />,
                ),
              )}
            />
            <TaskList
              title="Urns with us for a week or more, not placed"
              empty="No urn has been waiting for a week."
              tasks={notPlaced.map((urn) => urnTask(urn, [`With us since ${dayOf(urn.since)}`, urn.where]))}
            />
            <TaskList
              title="Moves that no second person confirmed in time"
              empty="In the last week, every move was confirmed by two people or tried again."
              tasks={expired.map((urn) =>
                urnTask(urn, [`${wordsFor[urn.event]}: only ${urn.by} confirmed it, ${ago(urn.at)}`]),
              )}
            />
            <TaskList
              title="Approved 30 days ago or more, without an appointment"
              empty="Every approved booking has an appointment, or is recent."
              tasks={withoutAppointment.map((row) =>
                familyTask(
                  row,
                  [`Approved ${ago(row.approvedAt)}`],
                  isStaff && <ChooseLink row={row} label="Choose" name="Choose a time" />,
                ),
              )}
            />
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

interface Task {
  key: string
  name: ReactNode
  /** What is most important to know, and what an opened row says besides. */
  facts: readonly string[]
  /** What one mostly does with it, in one word, so that a closed row has room for the rest. */
  button?: ReactNode
  /** What an opened row offers besides. */
  rare?: ReactNode
}

const familyTask = (row: Row, [first = '', ...more]: readonly string[], button?: ReactNode): Task => ({
  key: row.bookingID,
  name: <Link to={pathTo('staffPerson', { bookingID: row.bookingID })}>{orNotRecorded(row.beneficiaryName)}</Link>,
  facts: [
    first,
    ...more,
    `${row.buildingName}, niche ${row.nicheCode}. Payer ${row.customerName}, ${row.contactNumber}`,
  ],
  button,
})

/** Only staff answer a family, so `unsent` is left out for admins. */
function proposedTask(row: Tasks['proposed'][number], unsent: UnsentMoves | undefined): Task {
  const task = familyTask(row, [`${whenOf(row)}. ${ageOf(row)}`, row.message])
  if (!unsent) return task
  const offer = (label: string) => <ChooseLink row={row} label={label} name="Offer another time" />
  return row.isPast
    ? { ...task, button: offer('Offer') }
    : { ...task, button: <Confirm row={row} unsent={unsent} />, rare: offer('Offer another time') }
}

const urnTask = (urn: UnplacedUrn | ExpiredAttempt, facts: readonly string[]): Task => ({
  key: urn.tag,
  name: urnName(urn.beneficiaryName),
  facts: [...facts, `Urn ${urn.tag}, niche ${urn.nicheCode}`],
  button: (
    <TaskLink
      to={pathTo('urn', { tag: urn.tag })}
      label="Open"
      name={`Open the urn: ${urnName(urn.beneficiaryName)}`}
    />
  ),
})

const Confirm = ({ row, unsent }: { row: StaffAppointment; unsent: UnsentMoves }) => (
  <Button
    small
    busy={unsent[row.appointmentID] !== undefined}
    aria-label={`Confirm this time: ${row.beneficiaryName}`}
    onClick={() => recordMove(row, 'confirm')}
  >
    Confirm
  </Button>
)

const ChooseLink = ({ row, label, name }: { row: Row; label: string; name: string }) => (
  <TaskLink
    to={pathTo('appointment', { bookingID: row.bookingID })}
    label={label}
    name={`${name}: ${row.beneficiaryName}`}
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
      <TaskList
        title="Differences found in stock-takes"
        empty="There is no difference to settle."
        most={mostDifferences}
        tasks={list.map(({ differenceID, nicheCode, place, expectedTag, at }) => ({
          key: differenceID,
          name: <Code>{nicheCode}</Code>,
          facts: [`Should be there: ${describeExpected(expectedTag)}`, `Found otherwise, ${ago(at)}`, place],
          button: <TaskLink to={pathTo('stockTake')} label="See" name={`See the difference in niche ${nicheCode}`} />,
        }))}
      />
    )}
  </QueryResult>
)

interface TaskListProps {
  title: string
  empty: string
  tasks: readonly Task[]
  /** The number at which the server cuts the list. */
  most?: number
}

function TaskList({ title, empty, tasks, most = mostTasks }: TaskListProps) {
  const hasButtons = tasks.some(({ button }) => button)
  return (
    <Card>
      <h2 className={styles.title}>
        {title} {tasks.length > 0 && <span className={styles.count}>{countTasks(tasks, most)}</span>}
      </h2>
      {tasks.length > 0 ? (
        <Table
          caption={title}
          rows={tasks}
          rowKey={({ key }) => key}
          columns={hasButtons ? columns : columns.filter((column) => column !== buttons)}
        />
      ) : (
        <p>{empty}</p>
      )}
    </Card>
  )
}

const buttons: Column<Task> = {
  header: 'Next step',
  cell: ({ button }) => button,
  actions: true,
  room: 7,
  phone: 'belowEnd',
}
const columns: readonly Column<Task>[] = [
  { header: 'Name', cell: ({ name }) => name, typed: true, phone: 'title' },
  { header: 'Task', cell: ({ facts: [first] }) => first, typed: true, wraps: true, phone: 'below' },
  buttons,
  {
    header: 'More',
    cell: ({ facts: [, ...more], rare }) => (
      <div className={common.stack2}>
        {more.filter(Boolean).map((fact) => (
          <p key={fact}>
            <Unbroken text={fact} />
          </p>
        ))}
        {rare && <div>{rare}</div>}
      </div>
    ),
    folds: 'always',
  },
]

const TaskLink = ({ to, label, name }: { to: string; label: string; name: string }) => (
  <ButtonLink small variant="secondary" to={to} aria-label={name}>
    {label}
  </ButtonLink>
)
