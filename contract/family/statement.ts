import { z } from 'zod'
import type { Bill } from '../bills/bill.ts'
import { toAmount } from '../money.ts'
import type { PaymentMethod } from '../payments/payment.ts'
import { instant } from '../schema-parts.ts'

const sums = { charged: z.string(), paid: z.string(), credited: z.string() }

/** What was charged for a person, paid and credited, oldest first. */
export const Statement = z.object({
  bookingID: z.string(),
  nicheCode: z.string(),
  beneficiaryName: z.string(),
  holderName: z.string(),
  /** The house that issues the statement. */
  issuer: z.string(),
  /** The number of the receipt in an imported register; empty if it does not say one. */
  receiptNo: z.string(),
  entries: z.array(
    z.object({
      at: instant,
      what: z.string(),
      /** The bill or the credit note; null for money. */
      number: z.string().nullable(),
      ...sums,
    }),
  ),
  ...sums,
  /** The amount to be paid; negative if the house owes it. */
  balance: z.string(),
})
export type Statement = z.infer<typeof Statement>

interface Document extends Pick<Bill, 'number' | 'kind'> {
  at: Date
  paymentID: string
  text: string
  cents: number
}

/** The amount of a move is negative if the money went out. */
interface Move {
  at: Date
  paymentID: string
  kind: string
  method: PaymentMethod | null
  cents: number
}

export interface StatementFacts {
  documents: readonly Document[]
  moves: readonly Move[]
  /** The purpose of a payment without a bill. */
  text: string
  /** The amount still to be paid: for a niche that is kept, and charges. */
  due: readonly { at: Date; text: string; cents: number }[]
}

const noCents = { charged: 0, paid: 0, credited: 0 }
type Cents = typeof noCents

const entry = (at: Date, what: string, cents: Partial<Cents>, number: string | null = null) => ({
  at,
  what,
  number,
  ...noCents,
  ...cents,
})

const toSums = ({ charged, paid, credited }: Cents) => ({
  charged: toAmount(charged),
  paid: toAmount(paid),
  credited: toAmount(credited),
})

/** What a dispute moves: its bill stays, so what the bank takes is owed again. */
export const disputeWords: Readonly<Record<string, string>> = {
  'dispute withdrawn': 'Taken back by the bank',
  'dispute returned': 'Given back by the bank',
  'dispute refunded': 'Kept by the bank as the refund',
}

/** Money that came too late or twice is only paid and returned: nothing was sold for it. */
export function toStatement({ documents, moves, text, due }: StatementFacts) {
  const entries = [
    ...documents.map(({ at, kind, number, cents, text }) =>
      kind === 'bill'
        ? entry(at, text, { charged: cents }, number)
        : entry(at, 'Credit note', { credited: cents }, number),
    ),
    ...listUnbilled(documents, moves).map(({ at, kind, cents }) =>
      kind === 'paid' ? entry(at, text, { charged: cents }) : entry(at, 'Credited', { credited: -cents }),
    ),
    ...moves.map(({ at, kind, method, cents }) =>
      entry(at, `${disputeWords[kind] ?? (cents < 0 ? 'Returned' : 'Paid')}, ${method}`, { paid: cents }),
    ),
    ...due.map(({ at, text, cents }) => entry(at, `${text}, not paid yet`, { charged: cents })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const add = (name: keyof Cents) => entries.reduce((sum, each) => sum + each[name], 0)
  const total = { charged: add('charged'), paid: add('paid'), credited: add('credited') }
  return {
    entries: entries.map((each) => ({ ...each, ...toSums(each) })),
    ...toSums(total),
    balance: toAmount(total.charged - total.credited - total.paid),
  }
}

/** What was settled before there were bills, and its refund. A refund that the bank returned is paid out once more. */
function listUnbilled(documents: readonly Document[], moves: readonly Move[]) {
  const billed = new Set(documents.map(({ paymentID }) => paymentID))
  const sold = new Set(moves.filter(({ kind }) => kind === 'paid').map(({ paymentID }) => paymentID))
  return moves.filter(
    (move, at) =>
      ['paid', 'refunded'].includes(move.kind) &&
      sold.has(move.paymentID) &&
      !billed.has(move.paymentID) &&
      moves.findIndex(({ paymentID, kind }) => paymentID === move.paymentID && kind === move.kind) === at,
  )
}
