import { z } from 'zod'
import { codeAndPlace } from '../niches/niche.ts'
import { RightOfBooking } from './right.ts'

/** The paper that names a right. The house's name and address are printed with it. */
export const Deed = RightOfBooking.extend({
  /** The number of an earlier deed, according to a register. */
  deedNumber: z.string().nullable(),
  /** A year, a month or a day; null if no register says it. */
  grantedOn: z.string().nullable(),
  holders: z.array(z.string()),
  ...codeAndPlace,
  half: z.string(),
  /** Building, level and block. */
  nichePlace: z.string(),
  /** Lets anyone verify the deed. */
  code: z.string(),
})
export type Deed = z.infer<typeof Deed>

/** What anyone who has a deed may read. The names are masked. */
export const VerifiedDeed = Deed.pick({ number: true, nicheCode: true, state: true, holders: true })
export type VerifiedDeed = z.infer<typeof VerifiedDeed>

/** `T*** A*** K***`: enough to compare with a paper that somebody holds. It does not tell how long a name is. */
export const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^(.).*$/u, '$1***'))
    .join(' ')
