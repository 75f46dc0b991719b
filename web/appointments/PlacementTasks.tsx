import type { ReactNode } from 'react'
import { appointmentApi, type StaffAppointment, type WaitingFamily } from '#contract/appointments/api.ts'
import { formatAppointment } from '#contract/appointments/appointment.ts'
import { formatDay, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import styles from './PlacementTasks.module.css'
import { pollWithoutStream } from './use-live-appointments.ts'
import { recordMove, type WaitingMoves } from './waiting-moves.ts'

/** What staff have to do besides the day's appointments. */
export function PlacementTasks({ isLive, waiting }: { isLive: boolean; waiting: WaitingMoves }) {
  const tasks = useApi(appointmentApi.tasks, {}, { what: 'placement tasks', ...pollWithoutStream(isLive) })
  return (
    <div className={styles.tasks} data-screen-only>
      <QueryResult query={tasks} loading="Loading the tasks..." failure="The tasks could not be loaded.">
        {({ proposed, unfinished, withoutAppointment }) => (
          <>
            <TaskList title="Times that families propose" empty="No family is waiting for an answer.">
              {proposed.map((row) => (
                <Task key={row.appointmentID} row={row} facts={[whenOf(row), row.message]}>
                  <Button
                    small
                    busy={waiting[row.appointmentID] !== undefined}
                    aria-label={`Confirm this time: ${row.beneficiaryName}`}
                    onClick={() => recordMove(row, 'confirm')}
                  >
                    Confirm this time
                  </Button>
                  <ChooseLink row={row} label="Offer another time" />
                </Task>
              ))}
            </TaskList>
            <TaskList title="Past appointments to conclude" empty="Nothing is left over from past days.">
              {unfinished.map((row) => (
                <Task key={row.appointmentID} row={row} facts={[whenOf(row)]}>
                  <ButtonLink
                    small
                    variant="secondary"
                    to={pathTo('placements', { day: toDay(new Date(row.startsAt)) })}
                    aria-label={`Go to the day: ${row.beneficiaryName}`}
                  >
                    Go to the day
                  </ButtonLink>
                </Task>
              ))}
            </TaskList>
            <TaskList
              title="Approved 30 days ago or more, without an appointment"
              empty="Every approved booking has an appointment, or is recent."
            >
              {withoutAppointment.map((row) => (
                <Task key={row.bookingID} row={row} facts={[`Approved ${formatDay(toDay(new Date(row.approvedAt)))}`]}>
                  <ChooseLink row={row} label="Choose a time" />
                </Task>
              ))}
            </TaskList>
          </>
        )}
      </QueryResult>
    </div>
  )
}

const whenOf = ({ startsAt, endsAt }: StaffAppointment) => formatAppointment(new Date(startsAt), new Date(endsAt))

type Row = Omit<WaitingFamily, 'approvedAt'>

const TaskList = ({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) => (
  <Card title={title}>{children.length > 0 ? <ul className={styles.list}>{children}</ul> : <p>{empty}</p>}</Card>
)

const Task = ({ row, facts, children }: { row: Row; facts: readonly string[]; children: ReactNode }) => (
  <li className={styles.task}>
    <div className={styles.words}>
      <p className={styles.name}>{orNotRecorded(row.beneficiaryName)}</p>
      <p>
        {row.buildingName}, niche {row.nicheCode}. {row.customerName}, {row.contactNumber}
      </p>
      {facts.filter(Boolean).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
    <div className={styles.actions}>{children}</div>
  </li>
)

const ChooseLink = ({ row, label }: { row: Row; label: string }) => (
  <ButtonLink
    small
    variant="secondary"
    to={pathTo('appointment', { bookingID: row.bookingID })}
    aria-label={`${label}: ${row.beneficiaryName}`}
  >
    {label}
  </ButtonLink>
)
