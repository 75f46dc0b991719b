import {
  billTitle,
  formatBillNumber,
  howToPay,
  issuerOfBill,
  lineQuantity,
  sumsOfBill,
  taxOfLine,
} from '#contract/bills/bill.ts'
import { formatDay } from '#contract/dates.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import { facts, type Letter, letter, oncePer } from '#server/mail/outbox.ts'
import type { NewBill } from './queries.ts'

/** A bill or a credit note for an organisation, which has no account: everything that is on the page. */
export function documentLetter(row: NewBill, issued: number): Letter {
  const { kind, supplier, lines, buyerName, buyerRegistrationNumber, buyerAddress, bookingID } = row
  const number = formatBillNumber(issued)
  const [net, tax, gross] = [toAmount(row.netCents), toAmount(row.taxCents), toAmount(row.grossCents)]
  const dueOn = kind === 'bill' ? row.dueOn : undefined
  return letter(oncePer('bill', issued), `${billTitle({ kind, supplier })} ${number}`, [
    explainCause(row),
    dueOn ? howToPay({ number, gross, dueOn, supplier }) : undefined,
    facts({
      Number: number,
      To: `${buyerName}, ${buyerAddress}`,
      'Registration number': buyerRegistrationNumber || undefined,
      Booking: bookingID,
      ...Object.fromEntries(
        lines.map((line, at) => [
          `${at + 1}. ${line.text}`,
          `Quantity ${lineQuantity}, ${formatAmount(line.gross)}${supplier.taxNumber && ` (${taxOfLine(line)})`}`,
        ]),
      ),
      ...Object.fromEntries(sumsOfBill({ lines, supplier, net, tax, gross })),
      'To be paid by': dueOn ? formatDay(dueOn) : undefined,
    }),
    ...issuerOfBill({ supplier, lines, tax }),
  ])
}

function explainCause({ kind, cause, creditsNumber, replacesNumber }: NewBill): string | undefined {
  if (kind === 'bill') {
    if (!replacesNumber) return undefined
    const replaced = formatBillNumber(replacesNumber)
    return `This takes the place of ${replaced}. If you have paid that one, nothing more is to be paid.`
  }
  const consequence = {
    settled: '',
    refunded: 'We have returned its amount to you.',
    corrected: 'Another bill takes its place.',
    credited: 'It need not be paid.',
  }
  return `This takes back ${formatBillNumber(creditsNumber ?? 0)}. ${consequence[cause]}`
}
