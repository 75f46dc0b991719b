import { type AppointmentStatus, appointmentLabels } from '#contract/appointments/appointment.ts'
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx'

const tones: Record<AppointmentStatus, Tone> = {
  requested: 'waiting',
  confirmed: 'held',
  moved: 'held',
  cancelled: 'quiet',
  arrived: 'waiting',
  done: 'good',
  'not held': 'bad',
}

export const AppointmentBadge = ({ status }: { status: AppointmentStatus }) => (
  <StatusBadge tone={tones[status]}>{appointmentLabels[status]}</StatusBadge>
)
