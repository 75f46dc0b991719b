import type { Context } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { insertPaymentEvent, type PaymentEventRow, type PaymentRow, updatePaymentIfUnchanged } from './queries.ts'

/** The only way a payment changes: its row, if it is still what the decision was made on, and the event that tells of it. */
export async function changePayment(context: Context, payment: PaymentRow, kind: string, set: Partial<PaymentRow>) {
  const changed = await updatePaymentIfUnchanged(context.db, payment, set)
  if (!changed) throw new AppError('BOOKING_MOVED')
  await recordPaymentEvent(context, payment.paymentID, {
    kind,
    fromStatus: payment.paymentStatus,
    toStatus: changed.paymentStatus,
    amountCents: changed.amountCents,
  })
  return changed
}

/** Answers false for a provider's event that is already kept. */
export const recordPaymentEvent = (
  context: Context,
  paymentID: string | null,
  event: Omit<PaymentEventRow, 'paymentID' | 'at'>,
) =>
  insertPaymentEvent(context.db, { ...event, paymentID, actorID: context.actor?.userID ?? null, at: context.clock() })
