import { appointmentApi, type BookingAppointment } from '#contract/appointments/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { changesAppointments } from './changes-appointments.ts'

interface ChosenTime {
  day: string
  time: string
}

/** Makes the appointment, or moves the one there is. If the time has been taken, the free times are loaded again. */
export function useChooseTime({ bookingID, appointment }: BookingAppointment) {
  const options = { invalidates: changesAppointments, onConflict: () => undefined }
  const choose = useApiMutation(appointmentApi.choose, { ...options, done: 'The appointment is confirmed.' })
  const move = useApiMutation(appointmentApi.move, { ...options, done: 'The appointment has been moved.' })
  const isMove = appointment?.status === 'confirmed' || appointment?.status === 'moved'
  const send = ({ day, time }: ChosenTime) =>
    isMove
      ? move.mutateAsync({
          body: { appointmentID: appointment.appointmentID, version: appointment.version, day, time },
        })
      : choose.mutateAsync({ body: { bookingID, day, time } })
  return { send, isMove }
}
