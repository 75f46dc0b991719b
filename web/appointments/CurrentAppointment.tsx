import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { formatAppointment, isExpected, whatToBring } from '#contract/appointments/appointment.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { urlFor } from '#web/api/request.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import styles from './Appointment.module.css'
import { appointmentReads } from './appointment-reads.ts'

const titles: Record<Appointment['status'], string> = {
  requested: 'Waiting for our staff to confirm',
  confirmed: 'Confirmed',
  moved: 'Confirmed at a new time',
  cancelled: 'Cancelled',
  arrived: 'Arrived',
  done: 'Done',
  'not held': 'Not held',
}

interface CurrentAppointmentProps {
  appointment: Appointment
  isUrnHere: boolean
  canCancel: boolean
}

/** The last appointment of the booking, with what can be done about it. */
export function CurrentAppointment({ appointment, isUrnHere, canCancel }: CurrentAppointmentProps) {
  const { status, startsAt, endsAt, message, appointmentID, version } = appointment
  const { role } = useSignedIn()
  const when = formatAppointment(new Date(startsAt), new Date(endsAt))
  const isComing = isExpected(status)
  return (
    <Callout tone={isComing || status === 'done' ? 'good' : 'note'} title={titles[status]}>
      <p>{when}</p>
      {message && <p className={common.lines}>{message}</p>}
      {isComing && role === 'user' && <p>{whatToBring(isUrnHere)}</p>}
      <div className={`${common.row2} ${common.middle} ${styles.actions}`}>
        {isComing && (
          <a href={urlFor(appointmentApi.calendar, { params: { appointmentID } })} download>
            Add to calendar
          </a>
        )}
        {canCancel && (
          <DialogButton
            small
            variant="danger"
            dialog={() => (
              <CallDialog
                title="Cancel the appointment?"
                confirm="Yes, cancel it"
                cancel="Keep it"
                danger
                endpoint={appointmentApi.cancel}
                input={{ body: { appointmentID, version } }}
                done="The appointment has been cancelled."
                failed={(error) => toErrorMessage(error, 'The appointment could not be cancelled.')}
                onConflict={() => undefined}
                invalidates={appointmentReads}
              >
                <p>{when}. Another day can be chosen afterwards.</p>
              </CallDialog>
            )}
          >
            Cancel the appointment
          </DialogButton>
        )}
      </div>
    </Callout>
  )
}
