import { z } from 'zod'

export const bookingStatuses = ['Pending', 'Confirmed', 'Cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const bookingTypes = ['Current', 'PreOrder', 'Archived'] as const
export type BookingType = (typeof bookingTypes)[number]

export const bookingState = { bookingStatus: z.enum(bookingStatuses), bookingType: z.enum(bookingTypes) }

/** Approved: the beneficiary has died, and the certificates were right. */
export const isApproved = (booking: { bookingStatus: BookingStatus; bookingType: BookingType }) =>
  booking.bookingStatus === 'Confirmed' && booking.bookingType === 'Current'

/** The applicant, a clerk at the counter, or the import of an old register. */
export const bookingMakers = ['user', 'staff', 'import'] as const
export type BookingMaker = (typeof bookingMakers)[number]

export const relationships = ['Mother', 'Father', 'Spouse', 'Child', 'Sibling', 'Relative', 'Other'] as const

/** A clerk who takes back their own approval within this time may end the booking alone, as if it had not been approved. */
export const minutesToUndoApproval = 15
/** How long a letter of denial and its refund wait in the house, so that the denial can be taken back. */
export const secondsToUndoDenial = 30

/** The events that end a booking, or with `deny` its urn request. The reason that staff give for one is written to the family. */
export const endingEvents = ['cancel', 'expire', 'deny', 'release'] as const

export const longestName = 200

/** A name in two scripts is entered apart and stored as one: `Tan Ah Kow 陳亞九`. */
export const joinScripts = (name: string, otherScript: string) => [name, otherScript].filter(Boolean).join(' ')
