import { z } from 'zod'
import { instant } from '../schema-parts.ts'

/** `Billed`: the bill is with an organisation, and its transfer is awaited. */
export const paymentStatuses = ['Pending', 'Billed', 'Paid', 'Waived', 'Refunding', 'Refunded', 'Failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `Credit Card` is a payment through the card provider, and `Bank transfer` one of an organisation; clerks record all but the first. */
export const paymentMethods = ['Credit Card', 'Card', 'Cash', 'Cheque', 'Bank transfer', 'Waived'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export const counterPaymentMethods = ['Cash', 'Cheque', 'Card', 'Waived'] as const satisfies readonly PaymentMethod[]

/** How a clerk gives back what did not come through the card provider: often as it came, or in cash. */
export const refundMethods = ['Cash', 'Cheque', 'Card', 'Bank transfer'] as const satisfies readonly PaymentMethod[]
export type RefundMethod = (typeof refundMethods)[number]

/** An organisation transfers money and gets it back in the same way: nobody comes to the counter for it. */
export const refundMethodsOf = (paidBy: PaymentMethod): readonly RefundMethod[] =>
  paidBy === 'Bank transfer' ? ['Bank transfer'] : refundMethods

/** How money goes back that the card provider could not return. `Agreed otherwise` moves none that Columba knows of. */
export const returnMethods = ['Cash', 'Cheque', 'Bank transfer', 'Agreed otherwise'] as const
export type ReturnMethod = (typeof returnMethods)[number]

export const Payment = z.object({
  paymentID: z.string(),
  amount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  /** When it was paid or waived; until then, when it was created. */
  paymentDate: instant,
})
export type Payment = z.infer<typeof Payment>

/** Settled means that nothing more is owed: the booking may be approved. */
export const isSettled = (status: PaymentStatus) => status === 'Paid' || status === 'Waived'

/** A card as receipts name it, by its last four digits. */
export const cardEnding = (last4: string) => `Ending in ${last4}`

/** Money that the card provider took for a booking that this database does not have. */
export const UnknownPayment = z.object({
  intentID: z.string(),
  /** Null if Columba did not start the payment. */
  bookingID: z.string().nullable(),
  amount: z.string(),
  /** The code in lower case: `sgd`. */
  currency: z.string(),
  startedAt: instant,
  /** True if it was refunded wholly or in part. */
  isRefunded: z.boolean(),
})
export type UnknownPayment = z.infer<typeof UnknownPayment>

/**
 * What the provider and Columba cannot settle between them. A surplus is a second payment for a booking. In a dispute a cardholder wants the
 * money back, and the bank decides.
 */
export const problemKinds = ['RefundFailed', 'SurplusRefundFailed', 'WrongAmount', 'Disputed', 'DisputeLost'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** The problems that are settled by giving money back. */
export const isFailedRefund = (kind: ProblemKind) => kind === 'RefundFailed' || kind === 'SurplusRefundFailed'

/** Money that a clerk has to settle by hand. */
export const PaymentProblem = z.object({
  problemID: z.string(),
  kind: z.enum(problemKinds),
  paymentID: z.string(),
  bookingID: z.string(),
  beneficiaryName: z.string(),
  customerName: z.string(),
  contactNumber: z.string(),
  /** The amount that was paid, could not be refunded, or is disputed. */
  amount: z.string(),
  /** The code in lower case: `sgd`. */
  currency: z.string(),
  /** The reason in a sentence for the clerk. */
  reason: z.string(),
  foundAt: instant,
})
export type PaymentProblem = z.infer<typeof PaymentProblem>
