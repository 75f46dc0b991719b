import { issuerOfBill, pieceUnit, type Supplier } from '#contract/bills/bill.ts'
import { toDay } from '#contract/dates.ts'
import { isRegistered, rateOn, taxCategory, taxWithin } from '#contract/house/tax.ts'
import { toAmount } from '#contract/money.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import type { PaymentMethod } from '#contract/payments/payment.ts'
import type { Context } from '#server/core/context.ts'
import { readHouse, readTaxRules } from '#server/house/public.ts'
import { type BillRow, findBillOf, findNewestBill, findSeries, insertWithNextNumber } from './queries.ts'

/** A settled payment, and what was paid for. */
interface Sale {
  paymentID: string
  bookingID: string
  amountCents: number
  paymentMethod: PaymentMethod
  cardLast4: string | null
  settledAt: Date | null
  fullName: string
  nicheCode: string
  buildingName: string
  levelNumber: number
  blockName: string
}

/** Writes the bill of a payment at the end of the caller's transaction. Returns who issues it, for the receipt. */
export async function billPayment(context: Context, sale: Sale): Promise<string[]> {
  const { paymentID, bookingID, amountCents, paymentMethod, cardLast4, fullName, nicheCode } = sale
  const at = sale.settledAt ?? context.clock()
  const { supplier, rate } = await readSupplier(context, toDay(at))
  const taxCents = taxWithin(amountCents, rate)
  const [net, tax, gross] = [toAmount(amountCents - taxCents), toAmount(taxCents), toAmount(amountCents)]
  const line = {
    text: `Niche ${nicheCode}, ${buildingLevelBlock(sale)}`,
    rate,
    net,
    tax,
    gross,
    account: (await findSeries(context.db))?.nicheAccount ?? '',
    taxCategory: taxCategory(supplier.taxNumber !== '', rate),
    unit: pieceUnit,
  }
  const lines = [line]
  const bill = {
    kind: 'bill',
    cause: 'settled',
    paymentID,
    bookingID,
    supplier,
    buyerName: fullName,
    nicheCode,
    lines,
    netCents: amountCents - taxCents,
    taxCents,
    grossCents: amountCents,
    paymentMethod,
    cardLast4,
  } as const
  context.beforeCommit(async ({ db }) => {
    await insertWithNextNumber(db, { ...bill, lines }, at)
  })
  return issuerOfBill({ supplier, lines, tax })
}

async function readSupplier(context: Context, day: string): Promise<{ supplier: Supplier; rate: number }> {
  const { name, address, registrationNumber, taxNote } = await readHouse(context)
  const rules = await readTaxRules(context)
  const taxNumber = isRegistered(rules, day) ? rules.taxNumber : ''
  return { supplier: { name, address, registrationNumber, taxNote, taxNumber }, rate: rateOn(rules, day) }
}

/** Writes the credit note of a payment that has left the house again. What was settled before there were bills has none. */
export async function creditPayment(context: Context, paymentID: string) {
  const bill = await findNewestBill(context.db, paymentID)
  if (!bill || (await findBillOf(context.db, paymentID, 'refunded'))) return
  const note = { ...creditNoteFor(bill), cause: 'refunded', reason: '' } as const
  context.beforeCommit(async ({ db, clock }) => {
    await insertWithNextNumber(db, note, clock())
  })
}

export const creditNoteFor = ({ number, issuedAt: _, ...bill }: BillRow) => ({
  ...bill,
  kind: 'creditNote' as const,
  creditsNumber: number,
  replacesNumber: null,
})
