import { z } from 'zod'
import { toCents } from '../money.ts'
import type { PaymentMethod } from '../payments/payment.ts'
import { instant, textWithin } from '../schema-parts.ts'

/**
 * The methods that are counted in a cash-up. `Credit Card` goes through the card provider, and `Waived` brings no
 * money.
 */
export const drawerMethods = ['Cash', 'Cheque', 'Card'] as const satisfies readonly PaymentMethod[]
export type DrawerMethod = (typeof drawerMethods)[number]

/** `open`: counted, and not signed yet. What is withdrawn is counted again. */
export const cashUpStates = ['open', 'signed', 'withdrawn'] as const
export type CashUpState = (typeof cashUpStates)[number]

/** Each kind of payment event that moves money: 1 comes in, -1 goes out. */
const directions: Readonly<Record<string, 1 | -1>> = {
  paid: 1,
  waived: 1,
  late: 1,
  surplus: 1,
  'refund failed later': 1,
  refunded: -1,
  'surplus refunded': -1,
  'dispute withdrawn': -1,
  'dispute returned': 1,
  'dispute refunded': 1,
}

/** The money that came in or, if negative, went out; undefined if this event moves no money. */
export function movedCents(kind: string, amountCents: number): number | undefined {
  const direction = directions[kind]
  return direction && direction * amountCents
}

/** Accepts negative amounts, because more may have gone out than came in. */
export function toSignedCents(amount: string): number | undefined {
  const text = amount.trim()
  const cents = toCents(text.replace(/^-/, ''))
  return cents && text.startsWith('-') ? -cents : cents
}

const CashUpLine = z.object({
  method: z.enum(drawerMethods),
  /** What the records say, what was counted, and counted less expected. */
  expected: z.string(),
  counted: z.string(),
  difference: z.string(),
  reason: z.string(),
})

export const CashUp = z.object({
  cashUpNumber: z.int(),
  state: z.enum(cashUpStates),
  countedByID: z.string(),
  countedBy: z.string(),
  countedAt: instant,
  /** The person who signed or withdrew it. */
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  withdrawnReason: z.string(),
  lines: z.array(CashUpLine),
})
export type CashUp = z.infer<typeof CashUp>

/** What has moved at the counter since the last cash-up. */
export const Drawer = z.object({
  /** The newest event in it; null if nothing has moved. */
  through: z.int().nullable(),
  lines: z.array(z.object({ method: z.enum(drawerMethods), expected: z.string(), payments: z.int() })),
  /** The cash-up that was counted and is not signed yet. */
  open: CashUp.nullable(),
})
export type Drawer = z.infer<typeof Drawer>

const CountedLine = z.object({
  method: z.enum(drawerMethods),
  /** The amount that the clerk saw. If it has changed since, the count is refused. */
  expected: z.string().max(20),
  counted: z.string().max(20),
  reason: textWithin(500).default(''),
})

export const CountForm = z.object({
  through: z.int().min(1),
  lines: z
    .array(CountedLine)
    .min(1)
    .max(drawerMethods.length)
    .refine((lines) => new Set(lines.map(({ method }) => method)).size === lines.length),
})

/** The difference of a count from the records; undefined if what was entered is no amount. */
export function differenceOf({ expected, counted }: { expected: string; counted: string }): number | undefined {
  const [due, found] = [toSignedCents(expected), toSignedCents(counted)]
  return due === undefined || found === undefined ? undefined : found - due
}

const missingCount = 'Please enter what you counted, such as 3800.00.'
const missingReason = 'Please say why it differs.'

/** The mistakes in a count, by field: `countedCash`, `reasonCash`. The page and the server share this check. */
export function checkCount(lines: readonly z.input<typeof CountedLine>[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap(({ method, reason = '', ...line }) => {
      const difference = differenceOf(line)
      if (difference === undefined) return [[`counted${method}`, missingCount]]
      return difference !== 0 && reason.trim() === '' ? [[`reason${method}`, missingReason]] : []
    }),
  )
}
