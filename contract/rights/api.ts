import { z } from 'zod'
import { paperCode } from '../documents/paper-code.ts'
import { callsBelow } from '../endpoint.ts'
import { instant, pageAfterNumber, textWithin } from '../schema-parts.ts'
import { Deed, VerifiedDeed } from './deed.ts'
import { RightOfBooking, rightStateNames } from './right.ts'
import { rightEvents } from './transitions.ts'

/** A right in the list. */
export const ListedRight = RightOfBooking.extend({
  /** A year, a month or a day; null if no register says it. */
  grantedOn: z.string().nullable(),
  deedNumber: z.string().nullable(),
  nicheCode: z.string(),
  /** The first of its bookings, and who holds it: the applicant, or whom a register names. */
  bookingID: z.string(),
  holder: z.string(),
})
export type ListedRight = z.infer<typeof ListedRight>

/** A move of a right on the timeline of a person. */
export const RightMoveEntry = z.object({
  number: z.string(),
  event: z.enum(rightEvents),
  at: instant,
  by: z.string(),
  /** The booking that caused it. */
  bookingID: z.string().nullable(),
})

const rightNumber = z.object({ number: z.string().max(20) })

const { anyone, staffAndAdmins, allButWitnesses } = callsBelow('/api/rights')

export const rightApi = {
  list: staffAndAdmins.get('list', 'Rights to niches, the newest number first', {
    recordedRead: { kind: 'rights' },
    query: pageAfterNumber.extend({
      /** A number, the beginning of a niche code, or words of the name of the holder. */
      text: textWithin(100).default(''),
      state: z.enum(rightStateNames).optional(),
      /** The year in which it ends. */
      year: z
        .string()
        .regex(/^[12]\d{3}$/, 'Please enter a year, such as 2056.')
        .optional(),
    }),
    reply: z.array(ListedRight),
  }),
  deed: allButWitnesses.get(':number/deed', 'The deed of a right, for its holder and for staff', {
    recordedRead: { kind: 'right', subject: 'number' },
    params: rightNumber,
    reply: Deed,
  }),
  /** The code is not in the path, because paths are logged. */
  verifyDeed: anyone.get(
    'verify-deed',
    'The right whose deed has this code: its number, niche and state, and the masked names of its holders',
    { query: z.object({ code: paperCode }), reply: z.object({ deed: VerifiedDeed.nullable() }) },
  ),
} as const
