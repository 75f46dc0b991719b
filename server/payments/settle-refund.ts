import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { tellAdmins } from '#server/mail/outbox.ts'
import { requireUninvolved } from '#server/second-person/public.ts'
import { returnedAloneNotice } from './letters.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { finishRefund } from './refunds.ts'
import { listParticipants } from './return-queries.ts'

/** A clerk has refunded the payment at the counter. Card payments can be refunded only by the provider. */
export async function settleRefund(context: SignedInContext, paymentID: string) {
  await inTransaction(context, async (context) => {
    const payment = await lockPayment(context.db, paymentID)
    if (!payment) throw new AppError('NOT_FOUND')
    if (payment.paymentStatus !== 'Refunding' || payment.paymentMethod === 'Credit Card')
      throw new AppError('REFUND_NOT_DUE')
    await requireAnotherToReturn(context, payment)
    await finishRefund(context, payment, { refundID: null })
  })
}

/** Otherwise one clerk could take cash, deny the booking and keep the money. Where there is no other clerk, all admins are told instead. */
async function requireAnotherToReturn(context: SignedInContext, payment: PaymentRow) {
  const { db, actor } = context
  const participants = await listParticipants(db, payment.paymentID)
  await requireUninvolved(context, 'returnMoney', participants, 'REFUND_BY_ANOTHER')
  if (!participants.includes(actor.userID)) return
  await tellAdmins(context, returnedAloneNotice(payment, actor.name))
}
