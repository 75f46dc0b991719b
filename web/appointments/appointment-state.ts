import type { Appointment } from '#contract/appointments/api.ts'
import type { AppointmentState } from '#contract/appointments/transitions.ts'
import { toDay } from '#contract/dates.ts'

/** What decides which buttons there are; the server decides again. */
export function appointmentStateOf(
  appointment: Pick<Appointment, 'status' | 'startsAt'> | null,
  now = new Date(),
): AppointmentState {
  if (!appointment) return { status: 'none', dayCome: false, begun: false }
  const startsAt = new Date(appointment.startsAt)
  return { status: appointment.status, dayCome: toDay(startsAt) <= toDay(now), begun: startsAt <= now }
}
