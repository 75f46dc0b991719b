import { appointmentApi } from '#contract/appointments/api.ts'

/** The reads to load again after an appointment has changed. */
export const appointmentReads = [
  appointmentApi.forBooking,
  appointmentApi.mine,
  appointmentApi.day,
  appointmentApi.tasks,
] as const
