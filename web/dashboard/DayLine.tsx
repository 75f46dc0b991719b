import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffAppointment } from '#contract/appointments/api.ts'
import { isConcluded } from '#contract/appointments/appointment.ts'
import { toInstant, toTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import styles from './DayLine.module.css'

/** Names that are shown; the page Placements has all. */
const mostNames = 4

/** The placements of this day on a line of hours, and who comes next. Nothing on a day without any. */
export function DayLine({ day, rows }: Omit<LineProps, 'now'>) {
  const [now] = useState(serverNow)
  if (rows.length === 0) return null
  const left = rows.filter((row) => !isConcluded(row)).sort(byTime)
  return (
    <Card title="Placements today">
      <p>{left.length === 0 ? `All ${rows.length} are done.` : `${left.length} of ${rows.length} still to do.`}</p>
      <Line day={day} now={now} rows={rows} />
      {left.length > 0 && (
        <ol className={common.stack2} aria-label="Still to do">
          {left.slice(0, mostNames).map(({ appointmentID, startsAt, bookingID, beneficiaryName, nicheCode }) => (
            <li key={appointmentID} className={`${common.row2} ${styles.row}`}>
              <time dateTime={startsAt} className={`${common.bold} ${common.numbers}`}>
                {toTime(new Date(startsAt))}
              </time>
              <Link to={pathTo('staffPerson', { bookingID })}>{orNotRecorded(beneficiaryName)}</Link>
              <span className={common.muted}>
                <Unbroken text={`Niche ${nicheCode}`} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div>
        <ButtonLink small variant="secondary" to={pathTo('placements')}>
          Open the day
        </ButtonLink>
      </div>
    </Card>
  )
}

const byTime = (one: StaffAppointment, other: StaffAppointment) => one.startsAt.localeCompare(other.startsAt)

interface LineProps {
  day: string
  now: Date
  rows: readonly StaffAppointment[]
}

const hourMs = 3_600_000
/** The line is longer if a placement is earlier or later. */
const usualHours = { from: 9, until: 17 }

/** An arch for each placement at its time, those of the same time on top of each other. The words beside it say the same. */
function Line({ day, now, rows }: LineProps) {
  const midnight = toInstant(day, '00:00').getTime()
  const hourOf = (instant: string | Date) => (new Date(instant).getTime() - midnight) / hourMs
  const from = Math.floor(Math.min(usualHours.from, ...rows.map(({ startsAt }) => hourOf(startsAt))))
  const until = Math.ceil(Math.max(usualHours.until, ...rows.map(({ endsAt }) => hourOf(endsAt))))
  const hours = Array.from({ length: until - from }, (_, index) => from + index)
  const at = (hour: number) => `${((hour - from) / (until - from)) * 100}%`
  const times = [...new Set(rows.map(({ startsAt }) => startsAt))]
  const isWithin = hourOf(now) >= from && hourOf(now) <= until
  return (
    <div className={styles.line} aria-hidden="true">
      {times.map((time) => (
        <span key={time} className={styles.stack} style={{ insetInlineStart: at(hourOf(time)) }}>
          {rows
            .filter(({ startsAt }) => startsAt === time)
            .map((row) => (
              <span
                key={row.appointmentID}
                className={styles.arch}
                data-state={isConcluded(row) ? 'done' : row.status === 'arrived' ? 'now' : 'later'}
              />
            ))}
        </span>
      ))}
      {isWithin && <span className={styles.now} style={{ insetInlineStart: at(hourOf(now)) }} />}
      <span className={styles.hours}>
        {hours.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </span>
    </div>
  )
}
