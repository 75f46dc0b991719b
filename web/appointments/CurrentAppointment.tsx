import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { formatAppointment, isExpected, whatToBring } from '#contract/appointments/appointment.ts'
import { t, translate } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { urlFor } from '#web/api/request.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import styles from './Appointment.module.css'
import { appointmentReads } from './appointment-reads.ts'

const titleOf = (status: Appointment['status']): string =>
  ({
    requested: t`Waiting for our staff to confirm`,
    confirmed: t`Confirmed`,
    moved: t`Confirmed at a new time`,
    cancelled: t`Cancelled`,
    arrived: t`Arrived`,
    done: t`Done`,
    'not held': t`Not held`,
  })[status]

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
    <Callout tone={isComing || status === 'done' ? 'good' : 'note'} title={titleOf(status)}>
      <p>{when}</p>
      {message && <p className={common.lines}>{message}</p>}
      {isComing && role === 'user' && <p>{translate(whatToBring(isUrnHere))}</p>}
      <div className={`${common.row2} ${common.middle} ${styles.actions}`}>
        {isComing && (
          <a href={urlFor(appointmentApi.calendar, { params: { appointmentID } })} download>
            {t`Add to calendar`}
          </a>
        )}
        {canCancel && (
          <DialogButton
            small
            variant="danger"
            dialog={() => (
              <CallDialog
                title={t`Cancel the appointment?`}
                confirm={t`Yes, cancel it`}
                cancel={t`Keep it`}
                danger
                endpoint={appointmentApi.cancel}
                input={{ body: { appointmentID, version } }}
                done={t`The appointment has been cancelled.`}
                failed={(error) => toErrorMessage(error, t`The appointment could not be cancelled.`)}
                onConflict={() => undefined}
                invalidates={appointmentReads}
              >
                <p>{t`${when}. Another day can be chosen afterwards.`}</p>
              </CallDialog>
            )}
          >
            {t`Cancel the appointment`}
          </DialogButton>
        )}
      </div>
    </Callout>
  )
}
