export { advanceBooking } from './advance.ts'
export { findActiveBooking, type HeldBooking, holdBooking, holdIsOver } from './held-booking.ts'
export { findLastMove, refuseChanged } from './refusal.ts'
