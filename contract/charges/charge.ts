import { z } from 'zod'
import { sumAmounts } from '../money.ts'
import { instant } from '../schema-parts.ts'

/** A refunded charge is not due again: what should be paid once more is charged once more. */
export const chargeStates = {
  due: 'Due',
  billed: 'Billed',
  paid: 'Paid',
  refunded: 'Refunded',
  waived: 'Waived',
} as const
export type ChargeState = keyof typeof chargeStates
const states = Object.keys(chargeStates) as [ChargeState, ...ChargeState[]]

export const chargeEvents = ['add', 'waive', 'refund'] as const

/** Something that was sold for a booking, at the price and the rate of that moment. */
export const Charge = z.object({
  chargeID: z.string(),
  bookingID: z.string(),
  text: z.string(),
  amount: z.string(),
  state: z.enum(states),
  addedAt: instant,
  /** Null for families, and if Columba charged it by itself. */
  addedBy: z.string().nullable(),
  /** Why staff charged something that is not on the price list, or waived it; empty for families. */
  reason: z.string(),
  /** The payment that has paid it, or with which an organisation will. */
  paymentID: z.string().nullable(),
  billNumber: z.string().nullable(),
})
export type Charge = z.infer<typeof Charge>

export const sumOf = (charges: readonly Pick<Charge, 'amount'>[]): string =>
  sumAmounts(charges.map(({ amount }) => amount))
