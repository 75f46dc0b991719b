export { advanceBooking } from './advance-booking.ts'
export { findActiveBooking, isHoldLapsed, type LockedBooking, lockBooking } from './locked-booking.ts'
export { findLastMove, requireUnchanged } from './refused-move.ts'
