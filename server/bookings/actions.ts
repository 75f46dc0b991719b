export { advanceBooking } from './advance-booking.ts'
export { isHoldLapsed, whereHoldLapsed, whereStillPending, whereUnpaid } from './holds.ts'
export { findActiveBooking, findLastMove, type LockedBooking, lockBooking } from './queries.ts'
export { requireUnchanged } from './refused-move.ts'
