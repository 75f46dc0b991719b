import type { Context } from '#server/core/context.ts'
import { listUnsettledIntents, type PaymentRow, requestRefund, waitsForClerk } from '#server/payments/public.ts'
import { applyIntent } from './apply-intent.ts'

const monthMs = 30 * 24 * 3600_000

/** Checks every unsettled payment with the provider and prints the result of each. */
export async function reconcilePayments(context: Context, print: (line: string) => void) {
  const unsettled = await listUnsettledIntents(context.db, new Date(context.clock().getTime() - monthMs))
  for (const payment of unsettled) {
    print(`${payment.paymentID} for ${payment.bookingID}: ${await reconcile(context, payment)}`)
  }
  print(`Checked ${unsettled.length} unsettled ${unsettled.length === 1 ? 'payment' : 'payments'}.`)
}

async function reconcile(context: Context, payment: PaymentRow): Promise<string> {
  const { paymentID, paymentStatus, paymentMethod, intentID } = payment
  if (!intentID) return 'card payment not started'
  try {
    if (paymentStatus !== 'Refunding') return await applyIntent(context, intentID)
    if (paymentMethod !== 'Credit Card') return 'to be refunded at the counter'
    if (await waitsForClerk(context, paymentID, intentID))
      return 'refund failed, to be settled by hand on the dashboard'
    await requestRefund(context, paymentID)
    return 'refund requested'
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'could not reconcile a payment')
    return 'could not be checked, see the log'
  }
}
