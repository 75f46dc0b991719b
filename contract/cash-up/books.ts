import { z } from 'zod'
import { paymentMethods } from '../payments/payment.ts'

/** Why bills, the day book and the drawer do not say the same of a day; said after an amount. */
export const differenceReasons = {
  returned: 'came too late or twice, or was returned by the bank, and has no bill',
  disputed: 'was taken or given back by the bank because of a dispute, and its bill stays',
  earlier: 'was settled before there were bills',
  missing: 'has no bill (the command books:verify says more)',
  noMoney: 'was billed, and no money has moved (the command books:verify says more)',
  otherDay: 'has another day on its bill than in the day book',
  open: 'was billed to an organisation, and its transfer is awaited',
  transferred: 'was billed to an organisation on another day than its transfer was recorded',
  credited: 'was billed to an organisation, and credited before any money came',
  otherAmount:
    'is the difference between bills and money of this day, which should be equal; run the command books:verify',
  notCounted: 'is in no cash-up yet',
  notSigned: 'was counted, and is not signed yet',
  counted: 'was found to differ by a count',
} as const
export type DifferenceReason = keyof typeof differenceReasons
const reasonNames = Object.keys(differenceReasons) as [DifferenceReason, ...DifferenceReason[]]

const Difference = z.object({
  reason: z.enum(reasonNames),
  /** The amount is negative if money went out, or a bill was taken back. */
  amount: z.string(),
  entries: z.int(),
  /** The first five payments, bills or cash-ups; none of amounts that should be the same. */
  about: z.array(z.string()),
})
export type Difference = z.infer<typeof Difference>

/** The money that came in less what went out on a day by one method, by three sources. */
const BookDay = z.object({
  day: z.string(),
  method: z.enum(paymentMethods),
  /** The sum of the bills less that of the credit notes. */
  bills: z.string(),
  dayBook: z.string(),
  /** The money that signed cash-ups have counted; null for money that is in no drawer. */
  drawer: z.string().nullable(),
  differences: z.array(Difference),
})
export type BookDay = z.infer<typeof BookDay>

export const ComparedBooks = z.object({
  days: z.array(BookDay),
  /** True if there are more days than these. */
  isMore: z.boolean(),
})
export type ComparedBooks = z.infer<typeof ComparedBooks>
