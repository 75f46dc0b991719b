import type { Appointment, StaffAppointment } from '#contract/appointments/api.ts'
import type { AppointmentRow, StaffAppointmentRow } from './queries.ts'

export const presentAppointment = (row: AppointmentRow, buildingName: string): Appointment => ({
  ...row,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  buildingName,
})

export const presentForStaff = ({ appointment, ...more }: StaffAppointmentRow): StaffAppointment => ({
  ...presentAppointment(appointment, more.buildingName),
  ...more,
})
