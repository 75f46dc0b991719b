import { z } from 'zod'
import { instant } from '../schema-parts.ts'

/** What the end of a right follows from. `perpetual` has no end. */
export const rightBases = ['perpetual', 'purchase', 'firstPlacement', 'leaseEnd', 'fixedDay'] as const
export type RightBasis = (typeof rightBases)[number]

/** `ended`: its last day is over, and nothing follows from that by itself. `surrendered`: its niche is nobody's any more. */
export const rightStates = { living: 'Living', ended: 'Ended, waiting', surrendered: 'Surrendered' } as const
export type RightStatus = keyof typeof rightStates
export const rightStateNames = Object.keys(rightStates) as [RightStatus, ...RightStatus[]]

/** The term of a right. `endsOn` is its last day; null if it has none, or if the first placement has yet to begin the term. */
export const Term = z.object({
  basis: z.enum(rightBases),
  years: z.int().nullable(),
  endsOn: z.string().nullable(),
})
export type Term = z.infer<typeof Term>

/** What a family reads about the right that its booking names. */
export const RightOfBooking = Term.extend({ number: z.string(), state: z.enum(rightStateNames) })
export type RightOfBooking = z.infer<typeof RightOfBooking>

/** The same on the pages where it can be acted upon. `heardAt`: since when its family waits to be heard about a right that has ended. */
export const OpenRight = RightOfBooking.extend({ heardAt: instant.nullable() })

/** How many months before the end of a right its family gets a letter, once each. */
export const lettersBeforeEnd = [24, 12, 6, 3, 1] as const

/** A letter goes by post to whoever has no email address. */
export const letterWays = ['email', 'post'] as const
