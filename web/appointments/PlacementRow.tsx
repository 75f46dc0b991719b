import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffAppointment } from '#contract/appointments/api.ts'
import { openStatuses } from '#contract/appointments/appointment.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { toTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { useConnectionLost } from '#web/api/use-connection-lost.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
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

interface PlacementRowProps {
  row: StaffAppointment
  waiting: WaitingMoves[string] | undefined
  onReceive: (bookingID: string) => void
}

/** One appointment, with where its urn is and what a clerk may record about it. Admins can receive the urn. */
export function PlacementRow({ row, waiting, onReceive }: PlacementRowProps) {
  const { bookingID, startsAt, endsAt, status, beneficiaryName, nicheCode, levelNumber, blockName, urn } = row
  const state = appointmentStateOf(row)
  const { role } = useSignedIn()
  const allowed = role === 'staff' ? appointmentActionsFor(state, role) : []
  const [isAsking, setAsking] = useState(false)
  const isLost = useConnectionLost()
  const name = orNotRecorded(beneficiaryName)
  const press = (event: RecordedEvent) => (event === 'finish' && !urn ? setAsking(true) : recordMove(row, event))
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
        <UrnOfRow row={row} />
      </div>
      <p className={styles.status}>
        <AppointmentBadge status={status} />
      </p>
      <div className={styles.actions} data-screen-only>
        {!urn && openStatuses.some((open) => open === status) && (
          <Button
            variant={status === 'arrived' ? 'primary' : 'secondary'}
            aria-label={`Receive the urn: ${name}`}
            onClick={() => onReceive(bookingID)}
          >
            Receive the urn
          </Button>
        )}
        {state.urnOutside && status === 'arrived' && (
          <ButtonLink to={pathTo('urnCheck', { event: 'place' })} aria-label={`Place the urn: ${name}`}>
            Place the urn
          </ButtonLink>
        )}
        {recordedEvents
          .filter((event) => allowed.includes(event))
          .map((event) => (
            <Button
              key={event}
              variant={event === 'arrive' || (event === 'finish' && urn) ? 'primary' : 'secondary'}
              busy={waiting?.event === event}
              aria-label={`${labels[event]}: ${name}`}
              onClick={() => press(event)}
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
      {isAsking && (
        <ConfirmDialog
          title="No urn was received for this booking"
          confirm="Done without an urn"
          onConfirm={() => {
            setAsking(false)
            recordMove(row, 'finish')
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            If the urn is here, please receive it first; two people then place it. Done without it only records that the
            appointment is over.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Printed with the day, too. */
const UrnOfRow = ({ row: { urn } }: { row: StaffAppointment }) => (
  <p className={styles.urn}>
    {urn ? (
      <>
        Urn <Link to={pathTo('urn', { tag: urn.tag })}>{urn.tag}</Link>: {urn.where}
      </>
    ) : (
      'Urn not received'
    )}
  </p>
)
