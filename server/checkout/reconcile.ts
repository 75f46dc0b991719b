import type { Context } from '#server/context.ts'
import { listUnsettledIntents, type PaymentRow, requestRefund } from '#server/payments/actions.ts'
import { applyIntent } from './apply-intent.ts'

const monthMs = 30 * 24 * 3600_000

/** Asks the provider about every payment that is not settled, and tells what came of each. */
export async function reconcilePayments(context: Context, print: (line: string) => void) {
  const unsettled = await listUnsettledIntents(context.db, new Date(context.clock().getTime() - monthMs))
  for (const payment of unsettled) {
    print(`${payment.paymentID} for ${payment.bookingID}: ${await reconcile(context, payment)}`)
  }
  print(`Asked about ${unsettled.length} unsettled ${unsettled.length === 1 ? 'payment' : 'payments'}.`)
}

async function reconcile(context: Context, payment: PaymentRow): Promise<string> {
  const { paymentID, paymentStatus, paymentMethod, intentID } = payment
  if (!intentID) return 'never begun'
  try {
    if (paymentStatus !== 'Refunding') return await applyIntent(context, intentID)
    if (paymentMethod !== 'Credit Card') return 'to be handed back at the counter'
    await requestRefund(context, paymentID)
    return 'refund asked for'
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'a payment could not be reconciled')
    return 'could not be asked about'
  }
}
