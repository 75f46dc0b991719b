import type { Role } from '#contract/roles.ts'

/** The button that sends the application, as the specification fixes it. */
export const submitLabel = (role: Role) => (role === 'user' ? 'Make Payment' : 'Confirm Booking')
