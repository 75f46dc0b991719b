import { z } from 'zod'

export const bookingStatuses = ['Pending', 'Confirmed', 'Cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingTypes = ['Current', 'PreOrder', 'Archived'] as const
export type BookingType = (typeof bookingTypes)[number]

export const relationships = ['Mother', 'Father', 'Sibling', 'Relative', 'Other'] as const

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
