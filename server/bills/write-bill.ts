import { type BillLine, issuerOfBill, needsAddress, pieceUnit, type Supplier } from '#contract/bills/bill.ts'
import { toDay } from '#contract/dates.ts'
import { blankHouse } from '#contract/house/house-texts.ts'
import { isRegistered, rateOn, type TaxRounding, type TaxRules, taxOfLines } from '#contract/house/tax.ts'
import { sumAmounts, toAmount, toCents } from '#contract/money.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { PaymentMethod } from '#contract/payments/payment.ts'
import { categoryAt, pintCodeOf, type TaxCategory } from '#contract/prices/price.ts'
import type { Context } from '#server/core/context.ts'
import { toTaxRules } from '#server/house/public.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { documentLetter } from './letters.ts'
import { type BillRow, findBillOf, findNewestBill, type Issuer, insertWithNextNumber, type NewBill } from './queries.ts'

interface Sold {
  text: string
  grossCents: number
  rate: number
  category: TaxCategory
  account: string
}

/** A settled payment, and what was paid for. */
interface Sale {
  paymentID: string
  bookingID: string
  amountCents: number
  paymentMethod: PaymentMethod
  cardLast4: string | null
  settledAt: Date | null
  fullName: string
  /** The postal address of the family; empty if it is not known. */
  address: string
  /** Empty if the niche was paid for. */
  charges: readonly Sold[]
  nicheCode: string
  buildingName: string
  levelNumber: number
  blockName: string
  issuer: Issuer
}

/** The person or the organisation that a bill names, and the day by which it pays, if that is later. */
export type Buyer = Pick<BillRow, 'buyerName' | 'buyerRegistrationNumber' | 'buyerAddress' | 'buyerEmail' | 'dueOn'>

/** Writes the bill of a payment at the end of the caller's transaction. Returns who issues it, for the receipt. */
export async function billPayment(context: Context, sale: Sale, later?: Buyer): Promise<string[]> {
  const { paymentID, bookingID, amountCents, paymentMethod, cardLast4, nicheCode } = sale
  const at = sale.settledAt ?? context.clock()
  const rules = toTaxRules(sale.issuer)
  const supplier = supplierOn(toDay(at), sale.issuer, rules)
  const { nicheAccount, chargeAccount, payTo } = sale.issuer
  const rate = rateOn(rules, toDay(at))
  const charged = sale.charges.map((charge) => ({
    ...charge,
    rate: rateOfCharge(charge, rate),
    account: charge.account || (chargeAccount ?? ''),
  }))
  const sold = charged.length > 0 ? charged : [nicheOf(sale, rate, nicheAccount ?? '')]
  const lines = linesOf(sold, supplier, rules.taxRounding)
  const tax = sumAmounts(lines.map(({ tax }) => tax))
  const taxCents = toCents(tax) ?? 0
  const bill: NewBill = {
    kind: 'bill',
    cause: 'settled',
    creditsNumber: null,
    replacesNumber: null,
    reason: '',
    paymentID,
    bookingID,
    supplier: later ? { ...supplier, payTo: payTo ?? '' } : supplier,
    ...(later ?? familyOf(sale, supplier, lines)),
    nicheCode,
    lines,
    netCents: amountCents - taxCents,
    taxCents,
    grossCents: amountCents,
    paymentMethod,
    cardLast4,
  }
  context.beforeCommit(async (context) => {
    await issue(context, bill, at)
  })
  return issuerOfBill({ supplier, lines, tax })
}

const familyOf = ({ fullName, address, amountCents }: Sale, supplier: Supplier, lines: BillLine[]): Buyer => ({
  buyerName: fullName,
  buyerRegistrationNumber: '',
  buyerAddress: needsAddress({ supplier, gross: toAmount(amountCents), lines }) ? address : '',
  buyerEmail: '',
  dueOn: null,
})

/** Takes a number, as the last thing before the commit. An organisation with an email address gets the document by letter. */
export async function issue(context: Context, row: NewBill, at: Date): Promise<number> {
  const number = await insertWithNextNumber(context.db, row, at)
  const to = { email: row.buyerEmail ?? '', fullName: row.buyerName }
  if (to.email) await enqueueLetter(context, to, aboutBooking(row.bookingID, documentLetter(row, number)))
  return number
}

/**
 * A charge has the rate at which it was charged. Only a house that was not registered charged the standard rate as 0: the time of supply is
 * that of the bill or the payment, so the rate is theirs. The price stays.
 */
const rateOfCharge = ({ category, rate }: Sold, rateOfDay: number) =>
  category === 'standard' && rate === 0 ? rateOfDay : rate

/** The niche of a booking, at the rate of the day. */
const nicheOf = (sale: Sale, rate: number, account: string): Sold => ({
  text: `Niche ${sale.nicheCode}, ${buildingLevelBlock(sale)}`,
  grossCents: sale.amountCents,
  rate,
  category: categoryAt(rate),
  account,
})

function linesOf(sold: readonly Sold[], { taxNumber }: Supplier, rounding: TaxRounding): BillLine[] {
  /** A house that has left the register since must not charge the tax. */
  const taxed = sold.map((line) => ({ ...line, rate: taxNumber ? line.rate : 0 }))
  const taxes = taxOfLines(taxed, rounding)
  return taxed.map(({ text, rate, grossCents, category, account }, index) => {
    const taxCents = taxes[index] ?? 0
    return {
      text,
      rate,
      net: toAmount(grossCents - taxCents),
      tax: toAmount(taxCents),
      gross: toAmount(grossCents),
      account,
      taxCategory: pintCodeOf(category, taxNumber !== ''),
      unit: pieceUnit,
    }
  })
}

const supplierOn = (day: string, issuer: Issuer, rules: TaxRules): Supplier => ({
  name: issuer.name ?? blankHouse.name,
  address: issuer.address ?? blankHouse.address,
  registrationNumber: issuer.registrationNumber ?? blankHouse.registrationNumber,
  taxNote: issuer.taxNote ?? blankHouse.taxNote,
  taxNumber: isRegistered(rules, day) ? rules.taxNumber : '',
})

interface Credit {
  reason?: string
  /** How the money went back, if not as it came. */
  returnedBy?: PaymentMethod | undefined
}

/**
 * Writes the credit note of a payment that has left the house again or, with a reason, of one that never came. What was settled before
 * there were bills has none.
 */
export async function creditPayment(context: Context, paymentID: string, { reason = '', returnedBy }: Credit = {}) {
  const bill = await findNewestBill(context.db, paymentID)
  const cause = reason ? 'credited' : 'refunded'
  if (!bill || (await findBillOf(context.db, paymentID, cause))) return
  const returned = returnedBy && { paymentMethod: returnedBy, cardLast4: null }
  const note = { ...creditNoteFor(bill), cause, reason, ...returned } as const
  context.beforeCommit(async (context) => {
    await issue(context, note, context.clock())
  })
}

export const creditNoteFor = ({ number, issuedAt: _, ...bill }: BillRow) => ({
  ...bill,
  kind: 'creditNote' as const,
  creditsNumber: number,
  replacesNumber: null,
})
