import { z } from 'zod'
import { formatDay, isIsoDay } from '../dates.ts'
import { groupBy } from '../group-by.ts'
import { issuerLine } from '../house/house-texts.ts'
import { formatRate } from '../house/tax.ts'
import { formatAmount, sumAmounts, toCents } from '../money.ts'
import { paymentMethods } from '../payments/payment.ts'
import { categoryOfPintCode, taxCategories } from '../prices/price.ts'
import { instant, reason, required, textWithin } from '../schema-parts.ts'

export const billKinds = ['bill', 'creditNote'] as const

/**
 * What makes a document: a payment that was settled, or billed to an organisation before its money; money that has left the house again; a
 * mistake on a bill, for which there is a credit note and a new bill; or a clerk who takes back a bill that no money has come for.
 */
export const billCauses = ['settled', 'refunded', 'corrected', 'credited'] as const
export type BillCause = (typeof billCauses)[number]

/** A bill is paid when it is written, unless an organisation pays it later: then it is open, and overdue after its due day. */
export const billStates = { paid: 'Paid', open: 'Open', overdue: 'Overdue', credited: 'Credited' } as const
export type BillState = keyof typeof billStates
export const billStateNames = Object.keys(billStates) as [BillState, ...BillState[]]

/** The house as it was. */
export const Supplier = z.object({
  name: z.string(),
  address: z.string(),
  registrationNumber: z.string(),
  /** The sentence about taxes of a house that is not registered for GST. */
  taxNote: z.string(),
  /** Empty if the house was not registered for GST on that day. */
  taxNumber: z.string(),
  /** Where an organisation transfers the money; left out on other bills. */
  payTo: z.string().optional(),
})
export type Supplier = z.infer<typeof Supplier>

/** Amounts are positive, on credit notes too. `rate` is in hundredths of a percent. The first bills have no fields for accounting. */
export const BillLine = z.object({
  text: z.string(),
  rate: z.int(),
  net: z.string(),
  tax: z.string(),
  gross: z.string(),
  /** The account of the house's books. */
  account: z.string().optional(),
  taxCategory: z.string().optional(),
  unit: z.string().optional(),
})
export type BillLine = z.infer<typeof BillLine>

/** A bill or a credit note: never changed once it has its number. */
export const Bill = z.object({
  number: z.string(),
  kind: z.enum(billKinds),
  bookingID: z.string(),
  paymentID: z.string(),
  issuedAt: instant,
  supplier: Supplier,
  /** Organisations have a registration number. The address is empty, unless the bill was sent to one, or is a tax invoice that needs it. */
  buyer: z.object({ name: z.string(), registrationNumber: z.string(), address: z.string() }),
  /** The day by which an organisation pays it. Null if it was paid when it was written. */
  dueOn: z.string().nullable(),
  /** Null for a credit note. */
  state: z.enum(billStateNames).nullable(),
  /** The day and the reference of the organisation's transfer; empty otherwise. */
  transfer: z.string(),
  lines: z.array(BillLine),
  net: z.string(),
  tax: z.string(),
  gross: z.string(),
  paymentMethod: z.enum(paymentMethods),
  cardLast4: z.string().nullable(),
  /** The number of the bill that a credit note takes back, and that of the credit note that takes back a bill. */
  credits: z.string().nullable(),
  creditedBy: z.string().nullable(),
  /** The number of the bill whose place a corrected one takes, and that of the corrected one. */
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** Why it was corrected or credited; empty otherwise. */
  reason: z.string(),
})
export type Bill = z.infer<typeof Bill>

/** A line of the list of bills. */
export const BillSummary = Bill.pick({
  number: true,
  kind: true,
  bookingID: true,
  issuedAt: true,
  gross: true,
  dueOn: true,
  state: true,
}).extend({
  buyerName: z.string(),
  nicheCode: z.string(),
})
export type BillSummary = z.infer<typeof BillSummary>

/** The day by which the transfer of an organisation is awaited; null if none is. */
export const awaitedBy = ({ state, dueOn }: Pick<Bill, 'state' | 'dueOn'>): string | null =>
  state === 'open' || state === 'overdue' ? dueOn : null

/** What a clerk corrects on a bill. */
export const BillCorrection = z.object({
  name: required('Please enter the name.', 200),
  registrationNumber: textWithin(30),
  /** Asked for on bills that have one. Left out, it stays. */
  address: textWithin(300).optional(),
  reason,
})

/** How long an organisation may take to pay. */
export const daysToPay = ['7', '14', '30'] as const

/** An organisation that pays for a family, such as a parish or an undertaker. */
export const Organisation = z.object({
  name: required('Please enter the name.', 200),
  address: required('Please enter the address.', 300),
  registrationNumber: textWithin(30),
  email: textWithin(200).refine(
    (text) => text === '' || z.email().safeParse(text).success,
    'Please enter an email address, or leave this empty.',
  ),
  daysToPay: z.enum(daysToPay),
})

/** What the bank says of a transfer, of the whole amount. */
export const transferForm = ({ today }: { today: string }) =>
  z.object({
    day: z
      .string()
      .refine(isIsoDay, 'Please choose a date.')
      .refine((day) => day <= today, 'Please choose today or an earlier day.'),
    reference: required('Please enter the reference of the bank.', 60),
  })

/** What an admin sets for all bills to come. */
export const BillSettings = z.object({
  firstNumber: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,7}$/, 'Please enter a whole number, such as 1 or 4711.'),
  nicheAccount: textWithin(40),
  /** The account of charges that have none of their own; left out, it stays. */
  chargeAccount: textWithin(40).optional(),
  /** The bank account to which organisations transfer money; left out, it stays. */
  payTo: textWithin(200).optional(),
})
export type BillSettings = z.infer<typeof BillSettings>

/** What a line counts, by UN/ECE recommendation 20: one piece. What is charged twice has two lines. */
export const pieceUnit = 'C62'
export const lineQuantity = 1

export const billSeries = 'COL'

/** `COL-000001` */
export const formatBillNumber = (number: number): string => `${billSeries}-${String(number).padStart(6, '0')}`

const billNumber = new RegExp(`^(?:${billSeries}[- ]?)?0*([1-9]\\d{0,8})$`)

/** Reads the number of a bill, also as people type it, such as `col 12` or `12`. */
export function readBillNumber(text: string): number | undefined {
  const [, digits] = billNumber.exec(text.trim().toUpperCase()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** What the document is called: a house that is registered for GST issues tax invoices. */
export const billTitle = ({ kind, supplier }: Pick<Bill, 'kind' | 'supplier'>): string => {
  if (kind === 'creditNote') return 'Credit note'
  return supplier.taxNumber ? 'Tax invoice' : 'Bill'
}

const simplifiedUpToCents = 1000_00

/**
 * A tax invoice names the address of its buyer too, unless it may be a simplified one: up to this amount, of one rate, and without zero-rated
 * or exempt lines (regulations 11 and 13 of the GST (General) Regulations). What is out of scope is not supplied.
 */
export function needsAddress({ supplier, gross, lines }: Pick<Bill, 'supplier' | 'gross' | 'lines'>): boolean {
  const categories = lines.map(({ taxCategory }) => categoryOf(taxCategory))
  const rates = new Set(lines.filter((_, at) => categories[at] === 'standard').map(({ rate }) => rate))
  const isSimple = rates.size < 2 && !categories.includes('zero') && !categories.includes('exempt')
  return supplier.taxNumber !== '' && (!isSimple || (toCents(gross) ?? 0) > simplifiedUpToCents)
}

/** The first bills have no categories, because everything had the standard rate. */
const categoryOf = (pintCode: string | undefined) => categoryOfPintCode(pintCode) ?? 'standard'

/** The rate of a line or, where there is no tax, why: a tax invoice tells these apart. */
export function taxedAs({ rate, taxCategory }: Pick<BillLine, 'rate' | 'taxCategory'>): string {
  const category = categoryOf(taxCategory)
  return category === 'standard' ? formatRate(rate) : taxCategories[category]
}

/** What a tax invoice adds up to at each rate, if there are several. */
export function totalsByRate({ lines, supplier }: Pick<Bill, 'lines' | 'supplier'>) {
  const rates = [...groupBy(lines, taxedAs)]
  if (!supplier.taxNumber || rates.length < 2) return []
  return rates.map(([name, taxed]) => ({
    name,
    net: sumAmounts(taxed.map(({ net }) => net)),
    tax: sumAmounts(taxed.map(({ tax }) => tax)),
  }))
}

const netAndTax = ({ net, tax }: Pick<BillLine, 'net' | 'tax'>) => `${formatAmount(net)} and GST ${formatAmount(tax)}`

/** What a tax invoice says of a line: what it costs without the tax. */
export const taxOfLine = (line: BillLine): string => `${taxedAs(line)}: ${netAndTax(line)}`

type Summed = Pick<Bill, 'lines' | 'supplier' | 'net' | 'tax' | 'gross'>

/** The sums below the lines, by name. */
export function sumsOfBill(bill: Summed): [name: string, amount: string][] {
  const { net, tax, gross } = bill
  if (!bill.supplier.taxNumber) return [['Total', formatAmount(gross)]]
  const rates = totalsByRate(bill).map(({ name, ...sums }): [string, string] => [`Sum, ${name}`, netAndTax(sums)])
  return [...rates, ['Without GST', formatAmount(net)], ['GST', formatAmount(tax)], ['Total', formatAmount(gross)]]
}

type Taxed = Pick<Bill, 'supplier' | 'tax'> & { lines: readonly Pick<BillLine, 'rate'>[] }

/** Who issued it, and the tax that it contains: one or two sentences. */
export function issuerOfBill({ supplier, lines, tax }: Taxed): string[] {
  const rates = [...new Set(lines.map(({ rate }) => formatRate(rate)))].join(' and ')
  const taxLine = supplier.taxNumber
    ? `Includes ${formatAmount(tax)} of GST at ${rates}. GST registration number ${supplier.taxNumber}.`
    : supplier.taxNote
  return [issuerLine(supplier), taxLine].filter(Boolean)
}

type Payable = Pick<Bill, 'number' | 'gross' | 'supplier'> & { dueOn: string }

/** What an organisation does with its bill. */
export const howToPay = ({ number, gross, dueOn, supplier: { payTo } }: Payable): string =>
  `Please transfer ${formatAmount(gross)} by ${formatDay(dueOn)}${payTo ? ` to ${payTo}` : ''}, with the reference ${number}.`
