import { formatDay } from '#contract/dates.ts'
import type { PaymentMethod } from '#contract/payments/payment.ts'
import { record } from '#server/audit/public.ts'
import { type Buyer, billPayment } from '#server/bills/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { extendPaid } from '#server/rights/public.ts'
import { requireUninvolved } from '#server/second-person/public.ts'
import { changePayment, eventOf } from './change-payment.ts'
import { transferAloneNotice } from './letters.ts'
import { eventRow, findPaymentFacts, type PaymentRow, paymentRow } from './queries.ts'
import { billAndSendReceipt } from './receipts.ts'
import { listBillers } from './return-queries.ts'

export { recordPaymentEvent } from './change-payment.ts'
export { applyDispute } from './disputes.ts'
export { writeEarlierBills, writeMissingBills } from './missing-bills.ts'
export { isSettledByHand, listOpenDisputes } from './problem-queries.ts'
export {
  findPaymentFacts,
  findPaymentOfIntent,
  findPaymentRow,
  hasSurplusOf,
  listPaymentsOfIntents,
  listUnsettledIntents,
  lockPayment,
  type PaymentRow,
  paidBookingOf,
  saveProviderIDs,
} from './queries.ts'
export { getPayment, getReceipt, listMyPayments, listRefunds, sendReceipt } from './receipts.ts'
export {
  beginRefund,
  recordRefundResult,
  refundLatePayment,
  refundSurplus,
  requestDueRefunds,
  requestRefund,
  retryRefunds,
  settleRefund,
  takeBackRefund,
  waitsForClerk,
} from './refunds.ts'
export { reportWrongAmount } from './report-problem.ts'
export { listPaymentProblems, settleProblem } from './settle-problem.ts'

/** Method and amount of a settled payment, confirmed by the provider or recorded at the counter. */
export interface Settlement {
  method: PaymentMethod
  amountCents: number
  /** Known only for a card payment through the provider. */
  cardLast4?: string | undefined
  note?: string
}

type PaidFor = { bookingID: string } | { chargedBookingID: string }

type NewPayment = PaidFor & { paymentID: string; amountCents: number }

/** The rows of the unpaid payment of a booking at the niche's present price, or of its charges. */
export function rowsOfPayment(context: Context, payment: NewPayment) {
  const { paymentID, amountCents } = payment
  const opened = eventOf(context, paymentID, { kind: 'opened', toStatus: 'Pending', amountCents })
  return [paymentRow(context.db, { ...payment, createdAt: context.clock() }), eventRow(context.db, opened)]
}

export async function openPayment(context: Context, payment: NewPayment) {
  for (const row of rowsOfPayment(context, payment)) await row
}

/** Settles the payment, and writes its bill and queues its receipt in the same transaction. `next` tells the family what happens next. */
export async function settlePayment(
  context: Context,
  payment: PaymentRow,
  { method, amountCents, cardLast4, note = '' }: Settlement,
  next?: string,
) {
  const waived = method === 'Waived'
  const settled = await changePayment(context, payment, waived ? 'waived' : 'paid', {
    paymentStatus: waived ? 'Waived' : 'Paid',
    paymentMethod: method,
    amountCents: waived ? 0 : amountCents,
    note,
    cardLast4: cardLast4 ?? null,
    recordedByID: context.actor?.role === 'staff' ? context.actor.userID : null,
    settledAt: context.clock(),
  })
  if (payment.chargedBookingID) {
    const { paymentID, chargedBookingID } = payment
    await extendPaid(context, paymentID)
    /** The log has the move of a booking that is paid; charges have none. */
    await record(context, 'payment.recorded', chargedBookingID, { paymentID, paymentMethod: method, amountCents })
  }
  await billAndSendReceipt(context, payment.paymentID, next)
  return settled
}

export const failPayment = (context: Context, payment: PaymentRow) =>
  changePayment(context, payment, 'failed', { paymentStatus: 'Failed' })

/** Bills an open payment to an organisation, which transfers its amount later. */
export async function billLater(context: Context, payment: PaymentRow, buyer: Buyer) {
  const billed = { paymentStatus: 'Billed', paymentMethod: 'Bank transfer' } as const
  await changePayment(context, payment, 'billed', billed)
  const facts = await findPaymentFacts(context.db, payment.paymentID)
  if (facts) await billPayment(context, facts, buyer)
}

/** The transfer has come. Its bill is written already, and the family has paid nothing, so it gets no receipt. */
export async function settleTransfer(
  context: SignedInContext,
  payment: PaymentRow,
  transfer: { day: string; reference: string },
) {
  await requireAnotherThanBiller(context, payment)
  const settled = await changePayment(context, payment, 'paid', {
    paymentStatus: 'Paid',
    note: `${formatDay(transfer.day)}, ${transfer.reference}`,
    recordedByID: context.actor?.userID ?? null,
    settledAt: context.clock(),
  })
  await extendPaid(context, payment.paymentID)
  return settled
}

/** One clerk could otherwise bill somebody who does not exist, and say that the money has come. Where there is no other clerk, all admins are told instead. */
async function requireAnotherThanBiller(context: SignedInContext, payment: PaymentRow) {
  const billers = await listBillers(context.db, payment.paymentID)
  await requireUninvolved(context, 'recordTransfer', billers, 'TRANSFER_BY_ANOTHER')
  if (billers.includes(context.actor.userID))
    await tellAdmins(context, transferAloneNotice(payment, context.actor.name))
}
