import { z } from 'zod'
import type { OwnBooking } from '../bookings/api.ts'
import { isApproved } from '../bookings/booking.ts'
import { formatDay, toDay } from '../dates.ts'
import { urnPlaces } from './moves.ts'

/** Where the urn of a booking is, as its family sees it. */
export const FamilyUrn = z.object({
  bookingID: z.string(),
  place: z.enum(urnPlaces),
  /** When it came there. With staff: when they received it or took it out, whichever shelf it is on. */
  since: z.string(),
  wasTakenOut: z.boolean(),
  /** The niche that it is in; `nichePlace` is building, level and block. */
  nicheCode: z.string(),
  nichePlace: z.string(),
  releasedTo: z.string(),
})
export type FamilyUrn = z.infer<typeof FamilyUrn>

type Booking = Pick<OwnBooking, 'bookingStatus' | 'bookingType' | 'madeBy'>

/** Where the urn is, in one line. Empty if there is nothing to say. */
export function describeUrnForFamily(booking: Booking, urn: FamilyUrn | undefined): string {
  if (!urn) return expectsUrn(booking) ? 'Our records do not show the urn yet.' : ''
  const { place, wasTakenOut, nicheCode, nichePlace, releasedTo } = urn
  const day = formatDay(toDay(new Date(urn.since)))
  if (place === 'niche') return `The urn is in niche ${nicheCode}, ${nichePlace}, since ${day}.`
  if (place === 'family') return `The urn was released to ${releasedTo} on ${day}.`
  return wasTakenOut
    ? `The urn was taken out of its niche on ${day} and is with our staff.`
    : `The urn is with our staff, since ${day}.`
}

/** Not for bookings from old registers, whose urns were placed long ago without a record. */
const expectsUrn = (booking: Booking) => isApproved(booking) && booking.madeBy !== 'import'

/** Says that an urn is in its niche. The house's name and address are printed with it. */
export const PlacementCertificate = z.object({
  bookingID: z.string(),
  beneficiaryName: z.string(),
  /** A year, a month or a day, or unknown. */
  dateOfBirth: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
  nicheCode: z.string(),
  nicheRow: z.int(),
  nicheColumn: z.int(),
  /** Building, level and block. */
  nichePlace: z.string(),
  placedAt: z.string(),
  /** Lets anyone verify the certificate. */
  code: z.string(),
})
export type PlacementCertificate = z.infer<typeof PlacementCertificate>

/** What anyone who has a certificate may read. */
export const VerifiedPlacement = PlacementCertificate.pick({
  beneficiaryName: true,
  nicheCode: true,
  nichePlace: true,
  placedAt: true,
}).extend({
  /** The urn has left the niche since then. */
  takenOutAt: z.string().nullable(),
})
export type VerifiedPlacement = z.infer<typeof VerifiedPlacement>
