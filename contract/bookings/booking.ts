import { z } from 'zod'

export const bookingStatuses = ['Pending', 'Confirmed', 'Cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingTypes = ['Current', 'PreOrder', 'Archived'] as const
export type BookingType = (typeof bookingTypes)[number]

/** Approved: the beneficiary has died, and the certificates were right. */
export const isApproved = (booking: { bookingStatus: BookingStatus; bookingType: BookingType }) =>
  booking.bookingStatus === 'Confirmed' && booking.bookingType === 'Current'

/** The applicant, a clerk at the counter, or the import of an old register. */
export const bookingMakers = ['user', 'staff', 'import'] as const
export type BookingMaker = (typeof bookingMakers)[number]

export const relationships = ['Mother', 'Father', 'Spouse', 'Child', 'Sibling', 'Relative', 'Other'] as const

/** The events that end a booking, or with `deny` its urn request. The reason that staff give for one is written to the family. */
export const endingEvents = ['cancel', 'expire', 'deny', 'release'] as const

/** Counts the moves of a booking, so that a decision based on an older version can be refused. */
export const bookingVersion = z.int().min(1).describe('Increases by one with each change of the booking.')
export const seenVersion = bookingVersion
  .optional()
  .describe(
    'The version that the decision is based on; 409 BOOKING_CHANGED if the booking has changed since. Without it, the version is not checked.',
  )

/** `B-7K2M9QX4TR`. People read it aloud, so it uses Crockford's alphabet, in which no two letters look alike. */
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
