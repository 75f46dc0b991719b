export { appointmentUses } from './import-uses.ts'
export { findLastAppointment, listAppointmentMoves } from './queries.ts'
