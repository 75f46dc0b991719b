import { appointmentApi } from '#contract/appointments/api.ts'

/** What a change of an appointment makes outdated. */
export const appointmentReads = [
  appointmentApi.forBooking,
  appointmentApi.mine,
  appointmentApi.day,
  appointmentApi.tasks,
] as const
