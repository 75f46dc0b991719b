import { z } from 'zod'
import { codeAndPlace } from '../niches/niche.ts'
import { RightOfBooking } from '../rights/right.ts'
import { instant } from '../schema-parts.ts'
import { urnWhereabouts } from './moves.ts'

/** Where the urn of a booking is, as its family sees it. */
export const FamilyUrn = z.object({
  bookingID: z.string(),
  place: z.enum(urnWhereabouts),
  /**
   * When it came to this place. For an urn with staff, when they received it or took it out, whatever shelves it was on
   * since.
   */
  since: instant,
  wasTakenOut: z.boolean(),
  /** The niche that it is in; `nichePlace` is building, level and block. */
  nicheCode: z.string(),
  nichePlace: z.string(),
  releasedTo: z.string(),
})
export type FamilyUrn = z.infer<typeof FamilyUrn>

/** The basis of a certificate: two people placed the urn or saw it in its niche, or only the old register says that it is there. */
const bases = ['place', 'see', 'enter'] as const
export type PlacementBasis = (typeof bases)[number]

/** The meaning of the date on a certificate. */
export const basisLabels: Record<PlacementBasis, string> = {
  place: 'Placed',
  see: 'Seen',
  enter: 'In our register since',
}

/** Says that an urn is in its niche. The house's name and address are printed with it. */
export const PlacementCertificate = z.object({
  bookingID: z.string(),
  beneficiaryName: z.string(),
  /** A year, a month or a day, or unknown. */
  dateOfBirth: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
  ...codeAndPlace,
  half: z.string(),
  /** Building, level and block. */
  nichePlace: z.string(),
  basis: z.enum(bases),
  placedAt: instant,
  /** The right to the niche. */
  right: RightOfBooking.nullable(),
  /** Lets anyone verify the certificate. */
  code: z.string(),
})
export type PlacementCertificate = z.infer<typeof PlacementCertificate>

/** What anyone who has a certificate may read. */
export const VerifiedPlacement = PlacementCertificate.pick({
  beneficiaryName: true,
  nicheCode: true,
  nichePlace: true,
  basis: true,
  placedAt: true,
}).extend({
  /** When the urn left the niche; null while it is there. */
  takenOutAt: instant.nullable(),
})
export type VerifiedPlacement = z.infer<typeof VerifiedPlacement>
