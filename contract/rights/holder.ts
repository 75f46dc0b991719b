import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { instant, nricPattern, reason, required, textWithin } from '../schema-parts.ts'

/** Who decides about a niche, as staff read it. The NRIC is not shown in full. */
export const Holder = z.object({
  holderID: z.int(),
  /** Empty if no register says it. */
  name: z.string(),
  /** The last four characters of the NRIC, of the account if the holder has one; empty if it is not recorded. */
  identityEnding: z.string(),
  address: z.string(),
  /** What staff or a claim have recorded for our letters; empty without one. The address of an account comes before it. */
  email: z.string(),
  /** The address in the register, where letters go if no other is known; empty without one, and for somebody with an account. */
  registerEmail: z.string(),
  /** Who acts for a holder who is under 18 today; empty for an adult. */
  guardian: z.string(),
  /** The email address of their account; null without one. */
  account: z.string().nullable(),
  /** Staff have recorded that they have died: on which day, if that is known, and who told us. Null while they live. */
  death: z.object({ diedOn: z.string().nullable(), toldBy: z.string(), recordedAt: instant }).nullable(),
})
export type Holder = z.infer<typeof Holder>

export const describeHolder = (name: string, guardian: string, hasDied = false): string =>
  name + (hasDied ? ', who has died' : '') + (guardian && `, under 18: ${guardian} acts`)

/** An email address as it is typed, or empty. */
export const optionalEmail = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.union([z.literal(''), z.email('This email address is not valid')]))

/** A number as it is typed, or empty. */
export const optionalNric = textWithin(20)
  .transform((text) => text.toUpperCase())
  .refine((text) => text === '' || nricPattern.test(text), 'Invalid NRIC format, eg S1234567F')

/**
 * A holder without an account, or a correction. An empty number or postal address leaves what is recorded. An empty email address removes it;
 * left out, as by pages of the previous build, it leaves it.
 */
export const HolderForm = z.object({
  /** The holder that is corrected. Left out for a new one. */
  holderID: z.int().optional(),
  name: required('Please enter the name.', 200),
  nric: optionalNric.default(''),
  address: textWithin(400).default(''),
  email: optionalEmail.optional(),
  reason,
})
export type HolderForm = z.output<typeof HolderForm>

/** What staff record when somebody tells them that a holder has died. */
export const deathForm = ({ today }: { today: string }) =>
  z.object({
    diedOn: z.string().refine((day) => day === '' || (isIsoDay(day) && day <= today), 'Please choose a date.'),
    toldBy: required('Please say who told us, and which paper you have seen.', 500),
  })

/** A holder who may be the person whose urn a booking is about. */
export const HolderPlaced = z.object({ right: z.string(), name: z.string() })
export type HolderPlaced = z.infer<typeof HolderPlaced>

/** The names in a cell of a register. */
export const splitHolders = (cell: string): string[] => cell.split(';').flatMap((name) => name.trim() || [])
