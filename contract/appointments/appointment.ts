export const appointmentStatuses = [
  'requested',
  'confirmed',
  'moved',
  'cancelled',
  'arrived',
  'done',
  'not held',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Of an appointment that is still to come or going on. A booking has at most one of these. */
export const openStatuses = ['requested', 'confirmed', 'moved', 'arrived'] as const satisfies AppointmentStatus[]

/** What the family may still expect on that day. */
export const expectedStatuses = ['confirmed', 'moved'] as const satisfies AppointmentStatus[]
