import { z } from 'zod'
import { paymentMethods } from '../payments/payment.ts'
import { instant } from '../schema-parts.ts'

/** A line of the day book: money that came in or went out. */
export const DayBookEntry = z.object({
  eventID: z.int(),
  at: instant,
  /** What happened to the payment, such as `paid` or `refunded`. */
  kind: z.string(),
  paymentID: z.string(),
  bookingID: z.string(),
  /** Null if no clerk recorded it: money that went through the card provider. */
  clerk: z.string().nullable(),
  method: z.enum(paymentMethods),
  /** The amount is negative if the money went out. */
  amount: z.string(),
  cashUpNumber: z.int().nullable(),
})
export type DayBookEntry = z.infer<typeof DayBookEntry>

export const DayBook = z.object({
  /** The whole period, for each person who recorded payments and each method. */
  totals: z.array(
    z.object({
      clerk: z.string().nullable(),
      method: z.enum(paymentMethods),
      payments: z.int(),
      taken: z.string(),
      returned: z.string(),
    }),
  ),
  /** A page of them, oldest first. */
  entries: z.array(DayBookEntry),
})
export type DayBook = z.infer<typeof DayBook>
