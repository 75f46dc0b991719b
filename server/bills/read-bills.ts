import { type BillState, formatBillNumber, issuerOfBill, readBillNumber } from '#contract/bills/bill.ts'
import { toDay } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { type BillFilter, type BillRow, findBill, findNewestBill, listBillRows } from './queries.ts'

const pageLength = 1000

interface Listed {
  bill: BillRow
  state: BillState | null
}

/** Applicants see only their own. */
export async function readBill({ db, actor, clock }: SignedInContext, text: string) {
  const number = readBillNumber(text)
  const ownerID = actor.role === 'user' ? actor.userID : undefined
  const found = number && (await findBill(db, number, ownerID, toDay(clock())))
  if (!found) throw new AppError('NOT_FOUND')
  const { creditedBy, replacedBy, transfer } = found
  return { ...present(found), transfer, creditedBy: numberOr(creditedBy), replacedBy: numberOr(replacedBy) }
}

const numberOr = (number: number | null) => (number === null ? null : formatBillNumber(number))

const present = ({ bill, state }: Listed) => ({
  ...bill,
  state,
  number: formatBillNumber(bill.number),
  credits: numberOr(bill.creditsNumber),
  replaces: numberOr(bill.replacesNumber),
  buyer: {
    name: bill.buyerName,
    registrationNumber: bill.buyerRegistrationNumber,
    address: bill.buyerAddress,
  },
  net: toAmount(bill.netCents),
  tax: toAmount(bill.taxCents),
  gross: toAmount(bill.grossCents),
})

export async function listBills({ db, clock }: SignedInContext, filter: BillFilter, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : readBillNumber(cursor)
  const rows = await listBillRows(db, filter, toDay(clock()), after, pageLength + 1)
  return pageOf(rows.map(present), pageLength, ({ number }) => number)
}

/** The number of the bill of a payment that holds now, and the house that issued it. Undefined for payments that were settled before there were bills. */
export async function findBillOfPayment({ db }: Pick<Context, 'db'>, paymentID: string) {
  const bill = await findNewestBill(db, paymentID)
  return (
    bill && {
      number: formatBillNumber(bill.number),
      houseName: bill.supplier.name,
      issuer: issuerOfBill({ ...bill, tax: toAmount(bill.taxCents) }),
    }
  )
}
