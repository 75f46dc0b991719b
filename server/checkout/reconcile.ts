import { formatDay, toDay } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import {
  findPaymentOfIntent,
  listUnsettledIntents,
  type PaymentRow,
  requestRefund,
  waitsForClerk,
} from '#server/payments/public.ts'
import { applyIntent } from './apply-intent.ts'
import { listLapsedHolds } from './queries.ts'

const dayMs = 24 * 3600_000
const monthMs = 30 * dayMs

/** Checks every unsettled payment with the provider, then what the provider has, and prints the result of each. Returns how many could not be checked. */
export async function reconcilePayments(context: Context, print: (line: string) => void): Promise<number> {
  let failed = 0
  const report: Report = ({ paymentID, bookingID }, result) => {
    if (result === notChecked) failed += 1
    print(`${paymentID} for ${bookingID}: ${result}`)
  }
  const monthAgo = new Date(context.clock().getTime() - monthMs)
  const unsettled = await listUnsettledIntents(context.db, monthAgo)
  for (const payment of unsettled) report(payment, await reconcile(context, payment))
  print(`Checked ${unsettled.length} unsettled ${unsettled.length === 1 ? 'payment' : 'payments'}.`)
  print(await reconcileFromProvider(context, await findStart(context, monthAgo), report))
  return failed
}

const notChecked = 'could not be checked, see the log'
type Report = (payment: PaymentRow, result: string) => void

/** After the restore of an older backup, the unpaid bookings are as old as the backup. A day more, because clocks differ. */
async function findStart({ db, clock }: Context, monthAgo: Date): Promise<Date> {
  const [lapsed] = await listLapsedHolds(db, clock(), 1)
  return new Date(Math.min(monthAgo.getTime(), (lapsed?.createdAt ?? clock()).getTime() - dayMs))
}

/** Finds what a restored database does not know: card payments and refunds. Also card payments after one at the counter. */
async function reconcileFromProvider(context: Context, since: Date, report: Report): Promise<string> {
  const intents = await context.gateway.listIntents(since)
  for (const { intentID, paymentID } of intents) {
    const payment = await findPaymentOfIntent(context.db, intentID, paymentID)
    if (!payment || (payment.intentID === intentID && payment.paymentMethod === 'Credit Card')) continue
    const outcome = await applyIntent(context, intentID).catch(logUnchecked(context, payment))
    if (outcome !== 'known' && outcome !== 'not yet') report(payment, outcome)
  }
  for (const intentID of await context.gateway.listRefundedIntents(since)) {
    const payment = await findPaymentOfIntent(context.db, intentID, undefined)
    if (payment?.paymentStatus === 'Paid' && payment.paymentMethod === 'Credit Card')
      report(payment, 'refunded by the card provider, but paid here')
  }
  const amount = `${intents.length} ${intents.length === 1 ? 'payment' : 'payments'}`
  return `Checked ${amount} that the card provider has since ${formatDay(toDay(since))}.`
}

async function reconcile(context: Context, payment: PaymentRow): Promise<string> {
  const { paymentID, paymentStatus, paymentMethod, intentID } = payment
  if (!intentID) return 'card payment not started'
  try {
    if (paymentStatus !== 'Refunding') return await applyIntent(context, intentID)
    if (paymentMethod !== 'Credit Card') return 'to be refunded at the counter'
    if (await waitsForClerk(context, paymentID, intentID))
      return 'refund failed, to be settled by hand on the dashboard'
    return (await requestRefund(context, paymentID)) ? 'refund requested' : notChecked
  } catch (error) {
    return logUnchecked(context, payment)(error)
  }
}

const logUnchecked =
  (context: Context, { paymentID }: PaymentRow) =>
  (error: unknown) => {
    context.log.warn({ err: error, paymentID }, 'could not reconcile a payment')
    return notChecked
  }
