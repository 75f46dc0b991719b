import { formatBillNumber } from '#contract/bills/bill.ts'
import { toStatement } from '#contract/family/statement.ts'
import { issuerLine } from '#contract/house/house-texts.ts'
import { toCents } from '#contract/money.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { readFamilyBooking } from '#server/bookings/public.ts'
import { listDue } from '#server/charges/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { findPayer, isHolder, listDocumentsOf, listMoneyOf } from './queries.ts'

/** The second person of a family does not see what was paid. */
export async function readStatement(context: SignedInContext, bookingID: string) {
  const { db, actor } = context
  const mayRead = actor.role !== 'user' || (await isHolder(db, bookingID, actor.userID))
  const booking = mayRead ? await readFamilyBooking(context, bookingID) : undefined
  const payer = await findPayer(db, bookingID)
  if (!booking || !payer) throw new AppError('NOT_FOUND')
  const { nicheCode, beneficiaryName, bookingStatus, paymentStatus, paymentAmount, createdAt } = booking
  const isDue = bookingStatus === 'Pending' && paymentStatus !== null && !isSettled(paymentStatus)
  const niche = `Niche ${nicheCode}`
  const charges = (await listDue(db, bookingID)).map(({ addedAt, text, cents }) => ({ at: addedAt, text, cents }))
  const documents = await listDocumentsOf(db, bookingID)
  return {
    ...payer,
    bookingID,
    nicheCode,
    beneficiaryName,
    issuer: issuerLine(await readHouse(context)),
    ...toStatement({
      documents: documents.map(({ number, lines, buyerName, dueOn, ...document }) => ({
        ...document,
        number: formatBillNumber(number),
        text: lines.map(({ text }) => text).join('; ') + (dueOn ? `, billed to ${buyerName}` : ''),
      })),
      moves: (await listMoneyOf(db, bookingID)).filter(({ cents }) => cents !== 0),
      text: niche,
      due: isDue ? [{ at: createdAt, text: niche, cents: toCents(paymentAmount ?? '') ?? 0 }, ...charges] : charges,
    }),
  }
}
