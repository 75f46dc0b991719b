import type { Role } from '#contract/roles.ts'

/** The button that sends the application, as the specification fixes it. */
export const submitLabels: Record<Role, string> = {
  user: 'Make Payment',
  staff: 'Confirm Booking',
  admin: 'Confirm Booking',
}
