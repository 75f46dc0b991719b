import { useState } from 'react'
import { type Appointment, appointmentApi } from '#contract/appointments/api.ts'
import { formatAppointment } from '#contract/appointments/appointment.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { urlFor } from '#web/api/request.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './Appointment.module.css'
import { changesAppointments } from './changes-appointments.ts'

const titles: Record<Appointment['status'], string> = {
  requested: 'Waiting for our staff to confirm',
  confirmed: 'Confirmed',
  moved: 'Confirmed at a new time',
  cancelled: 'Cancelled',
  arrived: 'Arrived',
  done: 'Done',
  'not held': 'Not held',
}

/** The last appointment of the booking, with what can be done about it. */
export function CurrentAppointment({ appointment, canCancel }: { appointment: Appointment; canCancel: boolean }) {
  const { status, startsAt, endsAt, message, appointmentID, version } = appointment
  const { role } = useSignedIn()
  const [isAsking, setAsking] = useState(false)
  const cancel = useApiMutation(appointmentApi.cancel, {
    done: 'The appointment has been cancelled.',
    failed: (error) => toErrorMessage(error, 'The appointment could not be cancelled.'),
    onSuccess: () => setAsking(false),
    onConflict: () => undefined,
    invalidates: changesAppointments,
  })
  const isComing = status === 'confirmed' || status === 'moved'
  return (
    <Callout tone={isComing || status === 'done' ? 'good' : 'note'} title={titles[status]}>
      <p>{formatAppointment(new Date(startsAt), new Date(endsAt))}</p>
      {message && <p className={styles.message}>{message}</p>}
      {isComing && role === 'user' && (
        <p>Please bring the urn, the cremation certificate, and your identity card or passport.</p>
      )}
      <div className={styles.actions}>
        {isComing && (
          <a href={urlFor(appointmentApi.calendar, { params: { appointmentID } })} download>
            Add to calendar
          </a>
        )}
        {canCancel && (
          <Button small variant="danger" onClick={() => setAsking(true)}>
            Cancel the appointment
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Cancel the appointment?"
          confirm="Yes, cancel it"
          cancel="Keep it"
          danger
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate({ body: { appointmentID, version } })}
          onCancel={() => setAsking(false)}
        >
          <p>{formatAppointment(new Date(startsAt), new Date(endsAt))}. Another day can be chosen afterwards.</p>
        </ConfirmDialog>
      )}
    </Callout>
  )
}
