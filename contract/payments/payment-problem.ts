import { z } from 'zod'
import { instant } from '../schema-parts.ts'

/** What the provider and Columba cannot settle between them. A surplus is a second payment for a booking. */
export const problemKinds = ['RefundFailed', 'SurplusRefundFailed', 'WrongAmount'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** Money that a clerk has to settle by hand. */
export const PaymentProblem = z.object({
  problemID: z.string(),
  kind: z.enum(problemKinds),
  paymentID: z.string(),
  bookingID: z.string(),
  customerName: z.string(),
  contactNumber: z.string(),
  /** What was paid, or could not be refunded. */
  amount: z.string(),
  /** Lower case: `sgd`. */
  currency: z.string(),
  /** Why, in a sentence for the clerk. */
  reason: z.string(),
  foundAt: instant,
})
export type PaymentProblem = z.infer<typeof PaymentProblem>
