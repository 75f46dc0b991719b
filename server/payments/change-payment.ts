import { movedCents } from '#contract/cash-up/cash-up.ts'
import type { PaymentMethod } from '#contract/payments/payment.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { insertPaymentEvent, type PaymentEventRow, type PaymentRow, updatePaymentIfUnchanged } from './queries.ts'

type NewEvent = Omit<PaymentEventRow, 'paymentID' | 'at'>

/**
 * The only way a payment's status changes: updates the row if it is unchanged since it was read, and records the event with it. `method` is
 * that by which the money moved, if it is another than that of the payment.
 */
export async function changePayment(
  context: Context,
  payment: PaymentRow,
  kind: string,
  set: Partial<PaymentRow>,
  method?: PaymentMethod,
) {
  const { paymentStatus: toStatus, amountCents, paymentMethod } = { ...payment, ...set }
  const event = eventOf(context, payment.paymentID, {
    kind,
    fromStatus: payment.paymentStatus,
    toStatus,
    amountCents,
    ...moneyMoved(kind, amountCents, method ?? paymentMethod),
  })
  const changed = await updatePaymentIfUnchanged(context.db, payment, set, event)
  if (!changed) throw new AppError('BOOKING_MOVED')
  return changed
}

/** The money that moved, for the day book and the drawer. */
export function moneyMoved(kind: string, amountCents: number, method: PaymentMethod) {
  const cents = movedCents(kind, amountCents)
  return cents === undefined ? {} : { movedCents: cents, method }
}

/** Returns false if this provider event was recorded before. */
export const recordPaymentEvent = (context: Context, paymentID: string | null, event: NewEvent) =>
  insertPaymentEvent(context.db, eventOf(context, paymentID, event))

export const eventOf = ({ actor, clock }: Context, paymentID: string | null, event: NewEvent): PaymentEventRow => ({
  ...event,
  paymentID,
  actorID: actor?.userID ?? null,
  at: clock(),
})
