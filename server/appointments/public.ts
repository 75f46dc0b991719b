export { appointmentUses } from './import-uses.ts'
