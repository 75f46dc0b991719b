export { advanceBooking } from './advance-booking.ts'
export { isHoldLapsed, whereHoldLapsed, whereStillPending, whereUnpaid } from './holds.ts'
export { findActiveBooking, type LockedBooking, lockBooking } from './locked-booking.ts'
export { findLastMove, requireUnchanged } from './refused-move.ts'
