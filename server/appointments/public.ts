export { appointmentUses } from './import-uses.ts'
export { findLastAppointment } from './queries.ts'
