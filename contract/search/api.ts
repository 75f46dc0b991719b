import { z } from 'zod'
import { BookingRow } from '../bookings/api.ts'
import { callsBelow } from '../endpoint.ts'
import { levelAndBuilding, nicheStatuses } from '../niches/niche.ts'
import { paymentMethods, paymentStatuses } from '../payments/payment.ts'
import { ListedRight } from '../rights/api.ts'
import { roles } from '../roles.ts'
import { nricPattern } from '../schema-parts.ts'
import { ListedUrn } from '../urns/api.ts'

/** A Chinese family name is one character. */
const isLongEnough = (text: string) => text.length >= 2 || /\p{Script=Han}/u.test(text)

export const SearchText = z
  .string()
  .trim()
  .refine(isLongEnough, 'Please enter at least 2 letters or digits.')
  .max(100, 'Please enter at most 100 letters.')
  .refine((text) => !nricPattern.test(text.toUpperCase()), 'An NRIC cannot be searched for here.')

export const FoundPerson = z.object({
  userID: z.string(),
  fullName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  role: z.enum(roles),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const FoundNiche = z.object({
  nicheID: z.string(),
  nicheCode: z.string(),
  status: z.enum(nicheStatuses),
  blockID: z.string(),
  blockName: z.string(),
  ...levelAndBuilding,
})
export type FoundNiche = z.infer<typeof FoundNiche>

export const FoundPayment = z.object({
  paymentID: z.string(),
  bookingID: z.string(),
  beneficiaryName: z.string(),
  customerName: z.string(),
  paymentAmount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
})
export type FoundPayment = z.infer<typeof FoundPayment>

const FoundUrn = ListedUrn.pick({ tag: true, bookingID: true, beneficiaryName: true, where: true })

const FoundRight = ListedRight.pick({ number: true, state: true, holder: true, nicheCode: true })

/** The first rows of each kind. */
const group = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), hasMore: z.boolean() })
export const SearchResults = z.object({
  people: group(FoundPerson),
  bookings: group(BookingRow),
  niches: group(FoundNiche),
  payments: group(FoundPayment),
  urns: group(FoundUrn),
  rights: group(FoundRight),
})
export type SearchResults = z.infer<typeof SearchResults>

const { staffAndAdmins } = callsBelow('/api')

export const searchApi = {
  all: staffAndAdmins.get(
    'search',
    'People, bookings, niches, urns, payments and rights by name, email, contact number, niche code, tag, number or ID',
    { query: z.object({ query: SearchText }), reply: SearchResults },
  ),
} as const
