import { formatBillNumber, lineQuantity, pieceUnit } from '#contract/bills/bill.ts'
import { formatDateTime, toDay } from '#contract/dates.ts'
import { categoryAt, pintCodeOf } from '#contract/prices/price.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import { type BillRow, listIssuedBills } from './queries.ts'

interface ExportedLine {
  bill: BillRow
  line: BillRow['lines'][number]
  position: number
}

/** Negative on credit notes, so that a column adds up to what was sold. A number, because a text with a minus would be taken for a formula. */
const signed = ({ bill }: ExportedLine, amount: string) => (bill.kind === 'bill' ? 1 : -1) * Number(amount)

/** Named as in PINT, the format of e-invoices in Singapore, where it has a name for them. */
const columns: CsvColumns<ExportedLine> = {
  Number: ({ bill }) => formatBillNumber(bill.number),
  'Type code': ({ bill }) => (bill.kind === 'bill' ? '380' : '381'),
  Day: ({ bill }) => toDay(bill.issuedAt),
  Issued: ({ bill }) => formatDateTime(bill.issuedAt),
  'Takes back': ({ bill }) => bill.creditsNumber && formatBillNumber(bill.creditsNumber),
  Replaces: ({ bill }) => bill.replacesNumber && formatBillNumber(bill.replacesNumber),
  Reason: ({ bill }) => bill.reason,
  Payment: ({ bill }) => bill.paymentID,
  Booking: ({ bill }) => bill.bookingID,
  Method: ({ bill }) => bill.paymentMethod,
  Buyer: ({ bill }) => bill.buyerName,
  "Buyer's registration number": ({ bill }) => bill.buyerRegistrationNumber,
  "Buyer's address": ({ bill }) => bill.buyerAddress,
  Due: ({ bill }) => (bill.kind === 'bill' ? bill.dueOn : null),
  "Seller's GST number": ({ bill }) => bill.supplier.taxNumber,
  Line: ({ position }) => position,
  Item: ({ line }) => line.text,
  Account: ({ line }) => line.account ?? '',
  Quantity: () => lineQuantity,
  'Unit code': ({ line }) => line.unit ?? pieceUnit,
  'GST category': ({ bill, line }) =>
    line.taxCategory ?? pintCodeOf(categoryAt(line.rate), bill.supplier.taxNumber !== ''),
  'GST rate (%)': ({ line }) => line.rate / 100,
  'Net (SGD)': (row) => signed(row, row.line.net),
  'GST (SGD)': (row) => signed(row, row.line.tax),
  'Gross (SGD)': (row) => signed(row, row.line.gross),
}

/** A row for each line, for the books of the house. The audit log has an entry of it, as of the other exports. */
export async function exportBills(context: SignedInContext, period: { from: string; to: string }) {
  await record(context, 'export', 'bills', { ...period })
  return streamCsv(columns, async (last, limit) =>
    toLines(await listIssuedBills(context.db, period, last?.bill.number, limit)),
  )
}

const toLines = (bills: BillRow[]): ExportedLine[] =>
  bills.flatMap((bill) => bill.lines.map((line, at) => ({ bill, line, position: at + 1 })))
