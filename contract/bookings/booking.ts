import { z } from 'zod'

export const bookingStatuses = ['Pending', 'Confirmed', 'Cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingTypes = ['Current', 'PreOrder', 'Archived'] as const
export type BookingType = (typeof bookingTypes)[number]

export const relationships = ['Mother', 'Father', 'Spouse', 'Child', 'Sibling', 'Relative', 'Other'] as const

/** Counts the changes of a booking, so that a decision on an earlier one can be told from a decision on this one. */
export const bookingVersion = z.int().min(1).describe('Grows by one with each change of the booking.')
export const seenVersion = bookingVersion
  .optional()
  .describe(
    'The version that the decision is based on; 409 BOOKING_CHANGED if the booking has changed since. Left out, nothing is compared.',
  )

/** What people read aloud: `B-7K2M9QX4TR`. Crockford's letters, so that no two look alike. */
export const bookingID = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^B-[0-9A-HJKMNP-TV-Z]{10}$/, 'That is not a booking ID.')
export const paymentID = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^P-[0-9A-HJKMNP-TV-Z]{10}$/, 'That is not a payment ID.')
