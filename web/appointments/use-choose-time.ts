import { appointmentApi, type BookingAppointment, type TimeChoice } from '#contract/appointments/api.ts'
import { isExpected } from '#contract/appointments/appointment.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { appointmentReads } from './appointment-reads.ts'

/** Makes the appointment, or moves the one there is. If the time has been taken, the free times are loaded again. */
export function useChooseTime({ bookingID, appointment }: BookingAppointment) {
  const options = { invalidates: appointmentReads, onConflict: () => undefined }
  const choose = useApiMutation(appointmentApi.choose, { ...options, done: 'The appointment is confirmed.' })
  const move = useApiMutation(appointmentApi.move, { ...options, done: 'The appointment has been moved.' })
  const moved = appointment && isExpected(appointment.status) ? appointment : undefined
  const send = ({ day, time }: TimeChoice) =>
    moved
      ? move.mutateAsync({ body: { appointmentID: moved.appointmentID, version: moved.version, day, time } })
      : choose.mutateAsync({ body: { bookingID, day, time } })
  return { send, isMove: moved !== undefined }
}
