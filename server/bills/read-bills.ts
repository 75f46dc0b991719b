import { formatBillNumber, issuerOfBill, readBillNumber } from '#contract/bills/bill.ts'
import { toAmount } from '#contract/money.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { type BillFilter, type BillRow, findBill, findNewestBill, listBillRows } from './queries.ts'

const pageLength = 1000

interface Found {
  bill: BillRow
  creditedBy: number | null
  replacedBy: number | null
}

/** Applicants see only their own. */
export async function readBill({ db, actor }: SignedInContext, text: string) {
  const number = readBillNumber(text)
  const found = number && (await findBill(db, number, actor.role === 'user' ? actor.userID : undefined))
  if (!found) throw new AppError('NOT_FOUND')
  return present(found)
}

const numberOr = (number: number | null) => (number === null ? null : formatBillNumber(number))

const present = ({ bill, creditedBy, replacedBy }: Found) => ({
  ...bill,
  number: formatBillNumber(bill.number),
  credits: numberOr(bill.creditsNumber),
  creditedBy: numberOr(creditedBy),
  replaces: numberOr(bill.replacesNumber),
  replacedBy: numberOr(replacedBy),
  buyer: { name: bill.buyerName, registrationNumber: bill.buyerRegistrationNumber },
  net: toAmount(bill.netCents),
  tax: toAmount(bill.taxCents),
  gross: toAmount(bill.grossCents),
})

export async function listBills({ db }: SignedInContext, filter: BillFilter, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : readBillNumber(cursor)
  const rows = await listBillRows(db, filter, after, pageLength + 1)
  const listed = rows.map((row) => present({ ...row, replacedBy: null }))
  return pageOf(listed, pageLength, ({ number }) => number)
}

/** The number of the bill of a payment that holds now, and who issued it. Undefined for payments that were settled before there were bills. */
export async function findBillOfPayment({ db }: Pick<Context, 'db'>, paymentID: string) {
  const bill = await findNewestBill(db, paymentID)
  return (
    bill && {
      number: formatBillNumber(bill.number),
      issuer: issuerOfBill({ ...bill, tax: toAmount(bill.taxCents) }),
    }
  )
}
