import type { StaffAppointment } from '#contract/appointments/api.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { toTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { useConnectionLost } from '#web/api/use-connection-lost.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { appointmentStateOf } from './appointment-state.ts'
import styles from './PlacementDay.module.css'
import { type RecordedEvent, recordedEvents, recordMove, type WaitingMoves } from './waiting-moves.ts'

const labels: Record<RecordedEvent, string> = {
  arrive: 'Arrived',
  undoArrival: 'Not arrived after all',
  finish: 'Done',
  miss: 'Not held',
  confirm: 'Confirm this time',
}

/** One appointment, with what a clerk may record about it. */
export function PlacementRow({ row, waiting }: { row: StaffAppointment; waiting: WaitingMoves[string] | undefined }) {
  const { bookingID, startsAt, endsAt, status, beneficiaryName, nicheCode, levelNumber, blockName } = row
  const allowed = appointmentActionsFor(appointmentStateOf(row), 'staff')
  const isLost = useConnectionLost()
  const name = orNotRecorded(beneficiaryName)
  return (
    <li className={styles.row}>
      <p className={styles.time}>
        <time dateTime={startsAt}>{toTime(new Date(startsAt))}</time> to {toTime(new Date(endsAt))}
      </p>
      <div className={styles.who}>
        <p className={styles.name}>{name}</p>
        <p>
          Niche {nicheCode}, level {levelNumber}, block {blockName}
        </p>
        <p className={styles.family}>
          {row.customerName}
          {row.contactNumber && (
            <>
              , <a href={`tel:${row.contactNumber.replaceAll(' ', '')}`}>{row.contactNumber}</a>
            </>
          )}
        </p>
      </div>
      <p className={styles.status}>
        <AppointmentBadge status={status} />
      </p>
      <div className={styles.actions} data-screen-only>
        {recordedEvents
          .filter((event) => allowed.includes(event))
          .map((event) => (
            <Button
              key={event}
              variant={event === 'arrive' || event === 'finish' ? 'primary' : 'secondary'}
              busy={waiting?.event === event}
              aria-label={`${labels[event]}: ${name}`}
              onClick={() => recordMove(row, event)}
            >
              {labels[event]}
            </Button>
          ))}
        {allowed.includes('move') && (
          <ButtonLink variant="quiet" to={pathTo('appointment', { bookingID })} aria-label={`Move or cancel: ${name}`}>
            Move or cancel
          </ButtonLink>
        )}
      </div>
      <p role="status" className={styles.waiting}>
        {waiting && isLost && `“${labels[waiting.event]}” is kept here, and is sent once Columba can be reached.`}
      </p>
    </li>
  )
}
