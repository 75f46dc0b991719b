import type { z } from 'zod'
import { formatBillNumber, type Organisation } from '#contract/bills/bill.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import { creditPayment, findBillOfPayment, lockUncredited } from '#server/bills/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import { billLater, failPayment, settleTransfer } from '#server/payments/public.ts'
import { billedLetter, dueLetter } from './letters.ts'
import { lockDue, openPaymentOf } from './pay-charges.ts'
import { findHolder, linkCharges, listChargeIDsOf, listDue } from './queries.ts'

interface Billing extends z.output<typeof Organisation> {
  bookingID: string
  chargeIDs: string[]
}

/** The family cannot pay these charges any more. A payment that it has begun is given up. */
export async function billOrganisation(context: SignedInContext, { bookingID, chargeIDs, ...organisation }: Billing) {
  const { name, address, registrationNumber, email, daysToPay } = organisation
  const paymentID = await inTransaction(context, async (context) => {
    const due = await lockDue(context, bookingID, chargeIDs)
    const payment = await openPaymentOf(context, due)
    const dueOn = addDays(toDay(context.clock()), Number(daysToPay))
    await billLater(context, payment, {
      buyerName: name,
      buyerAddress: address,
      buyerRegistrationNumber: registrationNumber,
      buyerEmail: email,
      dueOn,
    })
    await record(context, 'bill.sent', bookingID, { paymentID: payment.paymentID, amount: toAmount(due.cents), dueOn })
    const { paymentID } = payment
    await tellHolder(context, bookingID, (of) => billedLetter(bookingID, of, { name, paymentID, due: due.chosen }))
    return paymentID
  })
  return { number: (await findBillOfPayment(context, paymentID))?.number ?? '' }
}

interface Transfer {
  number: string
  day: string
  reference: string
}

export const recordTransfer = (context: SignedInContext, { number, ...transfer }: Transfer) =>
  inTransaction(context, async (context) => {
    const { bill, payment } = await lockOpen(context, number)
    const { paymentID, paymentMethod, amountCents, note } = await settleTransfer(context, payment, transfer)
    await record(context, 'payment.recorded', bill.bookingID, { paymentID, paymentMethod, amountCents, note })
  })

/** Takes back a bill that no money has come for. One that is paid is refunded instead. */
export const creditBill = (context: SignedInContext, { number, reason }: { number: string; reason: string }) =>
  inTransaction(context, async (context) => {
    const { bill, payment } = await lockOpen(context, number)
    await failPayment(context, payment)
    await linkCharges(context.db, await listChargeIDsOf(context.db, payment.paymentID), null)
    await record(context, 'bill.credited', bill.bookingID, { bill: formatBillNumber(bill.number), reason })
    await creditPayment(context, payment.paymentID, { reason })
    const due = await listDue(context.db, bill.bookingID)
    await tellHolder(context, bill.bookingID, (of) => dueLetter(bill.bookingID, of, due, payment.paymentID))
  })

async function tellHolder(context: SignedInContext, bookingID: string, letterOf: (beneficiaryName: string) => Letter) {
  const holder = await findHolder(context.db, bookingID)
  if (holder) await enqueueLetter(context, holder, aboutBooking(bookingID, letterOf(holder.beneficiaryName)))
}

async function lockOpen(context: SignedInContext, number: string) {
  const locked = await lockUncredited(context, number)
  if (locked.payment.paymentStatus !== 'Billed') throw new AppError('BILL_NOT_OPEN')
  return locked
}
