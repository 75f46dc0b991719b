import type { Appointment, StaffAppointment } from '#contract/appointments/api.ts'
import type { AppointmentState } from '#contract/appointments/transitions.ts'
import { toDay } from '#contract/dates.ts'
import { isInNiche } from '#contract/urns/moves.ts'
import { serverNow } from '#web/api/server-clock.ts'

/** The state that decides which buttons are shown. The server checks each move again. */
export function appointmentStateOf(
  appointment: (Pick<Appointment, 'status' | 'startsAt'> & Partial<Pick<StaffAppointment, 'urn'>>) | null,
): AppointmentState {
  if (!appointment) return { status: 'none', dayCome: false, begun: false, urnOutside: false }
  const { status, urn } = appointment
  const [now, startsAt] = [serverNow(), new Date(appointment.startsAt)]
  const urnOutside = Boolean(urn && !isInNiche(urn.place))
  return { status, dayCome: toDay(startsAt) <= toDay(now), begun: startsAt <= now, urnOutside }
}
