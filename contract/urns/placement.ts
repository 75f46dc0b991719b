import { z } from 'zod'
import { codeAndPlace } from '../niches/niche.ts'
import { RightOfBooking } from '../rights/right.ts'
import { instant } from '../schema-parts.ts'
import { urnWhereabouts } from './moves.ts'

/** Crockford's base 32, in which no two characters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const hexDigits = 20

/** The code of a certificate is the beginning of its move's ID, 74 of whose bits are random: `7K2M-9QX4-TR5W-0A1B`. */
export function codeOfMove(moveID: string): string {
  let rest = BigInt(`0x${moveID.replaceAll('-', '').slice(0, hexDigits)}`)
  let code = ''
  for (let index = 0; index < 16; index++, rest >>= 5n) code = alphabet.charAt(Number(rest & 31n)) + code
  return inFours(code)
}

const inFours = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** The first and the last ID that a move with this code can have. */
export function moveIDsOf(code: string): [first: string, last: string] {
  const values = [...code.replaceAll('-', '')].map((character) => BigInt(alphabet.indexOf(character)))
  const number = values.reduce((sum, value) => sum * 32n + value, 0n)
  const start = number.toString(16).padStart(hexDigits, '0')
  return [toUuid(start.padEnd(32, '0')), toUuid(start.padEnd(32, 'f'))]
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const wrong = 'Please enter the 16 characters of the code.'

/** Accepts the code as people type it from paper. */
export const certificateCode = z
  .string(wrong)
  .trim()
  .max(100, 'At most 100 characters')
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'))
  .refine((code) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code), { error: wrong, abort: true })
  .transform(inFours)

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

/** What a certificate rests on: two people placed the urn or saw it in its niche, or only the old register says that it is there. */
const bases = ['place', 'see', 'enter'] as const
export type PlacementBasis = (typeof bases)[number]

/** What the date on a certificate is. */
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
