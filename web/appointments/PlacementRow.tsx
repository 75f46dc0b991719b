import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { StaffAppointment } from '#contract/appointments/api.ts'
import { type AppointmentStatus, appointmentLabels, isConcluded, isOpen } from '#contract/appointments/appointment.ts'
import { appointmentActionsFor } from '#contract/appointments/transitions.ts'
import { toTime } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { useConnectionLost } from '#web/api/connection.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx'
import { appointmentStateOf } from './appointment-state.ts'
import styles from './PlacementDay.module.css'
import { type RecordedEvent, recordMove, type UnsentMoves } from './unsent-moves.ts'

interface PlacementRowProps
  extends Pick<ComponentProps<'li'>, 'style' | 'draggable' | 'onDragStart' | 'onDragEnd' | 'onKeyDown'> {
  row: StaffAppointment
  /** Staff deal with this one now. */
  isCurrent: boolean
  unsent: UnsentMoves[string] | undefined
  onReceive: (bookingID: string) => void
}

type Action = RecordedEvent | 'receive' | 'place'

/** The order in which staff do them. The first possible one is shown on the row, the others when it is open. */
const actionOrder: readonly Action[] = ['arrive', 'receive', 'place', 'finish', 'confirm', 'undoArrival', 'miss']

/** One appointment on a line, with the next action; the rest opens. Admins can only receive and place the urn. */
export function PlacementRow({ row, isCurrent, unsent, onReceive, ...item }: PlacementRowProps) {
  const { bookingID, status, beneficiaryName, urn } = row
  const state = appointmentStateOf(row)
  const { role } = useSignedIn()
  const allowed = role === 'staff' ? appointmentActionsFor(state, role) : []
  const isLost = useConnectionLost()
  const name = orNotRecorded(beneficiaryName)
  const isPossible: Record<'receive' | 'place', boolean> = {
    receive: !urn && isOpen(status),
    place: state.urnOutside && status === 'arrived',
  }
  const actions = actionOrder.filter((action) =>
    action === 'receive' || action === 'place' ? isPossible[action] : allowed.includes(action),
  )
  const next = isConcluded(row) ? undefined : actions[0]
  const buttonOf = (action: Action) => (
    <ActionButton
      key={action}
      action={action}
      row={row}
      name={name}
      variant={isCurrent && action === next ? 'primary' : 'secondary'}
      isBusy={unsent?.event === action}
      onReceive={onReceive}
    />
  )

  return (
    <li {...item} className={styles.row}>
      <details open={status === 'arrived' || isCurrent}>
        <Line row={row} name={name} />
        <Family row={row} />
        <div className={`${common.row2} ${styles.actions}`} data-screen-only>
          {actions.filter((action) => action !== next).map(buttonOf)}
          {allowed.includes('move') && (
            <ButtonLink
              variant="quiet"
              to={pathTo('appointment', { bookingID })}
              aria-label={`Move or cancel: ${name}`}
            >
              Move or cancel
            </ButtonLink>
          )}
        </div>
      </details>
      <div className={styles.next}>
        {next ? buttonOf(next) : urn?.place === 'niche' ? 'Placed' : <AppointmentBadge status={status} />}
      </div>
      <p role="status" className={styles.unsent}>
        {unsent && isLost && `“${labels[unsent.event]}” is kept here, and is sent once Columba can be reached.`}
      </p>
    </li>
  )
}

const labels: Record<Action, string> = {
  arrive: 'Arrived',
  undoArrival: 'Not arrived after all',
  finish: 'Done',
  miss: 'Not held',
  confirm: 'Confirm this time',
  receive: 'Receive',
  place: 'Place this urn',
}

interface ActionButtonProps extends Pick<PlacementRowProps, 'row' | 'onReceive'> {
  action: Action
  name: string
  variant: 'primary' | 'secondary'
  isBusy: boolean
}

function ActionButton({ action, row, name, variant, isBusy, onReceive }: ActionButtonProps) {
  const label = labels[action]
  if (action === 'receive')
    return (
      <Button variant={variant} aria-label={`Receive the urn: ${name}`} onClick={() => onReceive(row.bookingID)}>
        {label}
      </Button>
    )
  if (action === 'place')
    return (
      <ButtonLink variant={variant} to={pathTo('urnCheck', { event: 'place' })} aria-label={`${label}: ${name}`}>
        {label}
      </ButtonLink>
    )
  const button = { variant, busy: isBusy, 'aria-label': `${label}: ${name}` }
  if (action === 'finish' && !row.urn)
    return (
      <DialogButton {...button} dialog={(onClose) => <FinishDialog row={row} onClose={onClose} />}>
        {label}
      </DialogButton>
    )
  return (
    <Button {...button} onClick={() => recordMove(row, action)}>
      {label}
    </Button>
  )
}

const FinishDialog = ({ row, onClose }: { row: StaffAppointment; onClose: () => void }) => (
  <ConfirmDialog
    title="No urn was received for this booking"
    confirm="Done without an urn"
    onConfirm={() => {
      onClose()
      recordMove(row, 'finish')
    }}
    onCancel={onClose}
  >
    <p>
      If the urn is here, please receive it first; two people then place it. Done without it only records that the
      appointment is over.
    </p>
  </ConfirmDialog>
)

const Line = ({ row: { startsAt, endsAt, nicheCode }, name }: { row: StaffAppointment; name: string }) => (
  <summary>
    <span className={styles.time}>
      <time dateTime={startsAt}>{toTime(new Date(startsAt))}</time> <span>to {toTime(new Date(endsAt))}</span>
    </span>
    <span className={styles.who}>
      <span className={styles.name}>{name}</span>{' '}
      <span>
        <Unbroken text={`Niche ${nicheCode}`} />
      </span>
    </span>
  </summary>
)

/** Shown when the row is open, and printed with the day. */
const Family = ({ row }: { row: StaffAppointment }) => (
  <div className={`${common.stack1} ${styles.family}`}>
    <p className={styles.person}>
      <Link to={pathTo('staffPerson', { bookingID: row.bookingID })}>{orNotRecorded(row.beneficiaryName)}</Link>
    </p>
    <p className={`${common.row2} ${common.middle} ${styles.status}`}>
      <AppointmentBadge status={row.status} /> Level {row.levelNumber}, block {row.blockName}
    </p>
    <p>
      Payer {row.customerName}
      {row.contactNumber && (
        <>
          , <a href={`tel:${row.contactNumber.replaceAll(' ', '')}`}>{row.contactNumber}</a>
        </>
      )}
    </p>
    <p className={styles.urn}>
      {row.urn ? (
        <>
          Urn <Link to={pathTo('urn', { tag: row.urn.tag })}>{row.urn.tag}</Link>: <Unbroken text={row.urn.where} />
        </>
      ) : (
        'Urn not received'
      )}
    </p>
    {row.chargesDue && <p>{formatAmount(row.chargesDue)} is due for charges; the urn can be placed.</p>}
  </div>
)

const AppointmentBadge = ({ status }: { status: AppointmentStatus }) => (
  <StatusBadge tone={tones[status]}>{appointmentLabels[status]}</StatusBadge>
)

const tones: Record<AppointmentStatus, Tone> = {
  requested: 'waiting',
  confirmed: 'reserved',
  moved: 'reserved',
  cancelled: 'quiet',
  arrived: 'waiting',
  done: 'good',
  'not held': 'bad',
}
