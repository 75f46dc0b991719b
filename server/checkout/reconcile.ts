import { counted } from '#contract/counted.ts'
import { dayMs, formatDay, toDay } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import {
  applyDispute,
  findPaymentOfIntent,
  listOpenDisputes,
  listPaymentsOfIntents,
  listUnsettledIntents,
  type PaymentRow,
  paidBookingOf,
  requestRefund,
  waitsForClerk,
} from '#server/payments/public.ts'
import type { ListedIntent } from '#server/ports/card-gateway.ts'
import type { Db } from '#server/ports/database.ts'
import { applyIntent } from './apply-intent.ts'
import { listLapsedHolds } from './queries.ts'
import {
  deleteUnknownBefore,
  describeUnknown,
  findOldestUnknown,
  findRestoredAsOf,
  hasMoney,
  markCompared,
  saveUnknown,
  toUnknownPayment,
} from './unknown-payments.ts'

const monthMs = 30 * dayMs

/** Checks every unsettled payment with the provider, then what the provider has, and prints the result of each. Returns how many could not be checked. */
export async function reconcilePayments(context: Context, print: (line: string) => void): Promise<number> {
  let failed = 0
  const report: Report = (payment, result) => {
    if (result === notChecked) failed += 1
    const what = payment.chargedBookingID ? 'charges of ' : ''
    print(`${payment.paymentID} for ${what}${paidBookingOf(payment)}: ${result}`)
  }
  const monthAgo = new Date(context.clock().getTime() - monthMs)
  const unsettled = await listUnsettledIntents(context.db, monthAgo)
  for (const payment of unsettled) report(payment, await reconcile(context, payment))
  print(`Checked ${counted(unsettled.length, 'unsettled payment')}.`)
  const since = await findStart(context, monthAgo)
  await reconcileFromProvider(context, since, report, print)
  await reconcileDisputes(context, since, report)
  if (failed === 0) await markCompared(context)
  return failed
}

/** The page Money says the same. */
const staysListed =
  'A payment stays listed after its booking was entered again. Look for that booking before you refund.'

const notChecked = 'could not be checked, see the log'
type Report = (payment: PaymentRow, result: string) => void

/**
 * The start after a restore: the unknown payments are as old as the backup, and so are the unpaid bookings in it. Unknown payments that nobody
 * has refunded are looked for again, because only those that are found stay listed. It is a day earlier, because clocks differ.
 */
async function findStart({ db, clock }: Context, monthAgo: Date): Promise<Date> {
  const [lapsed] = await listLapsedHolds(db, clock(), 1)
  const starts = [lapsed?.createdAt, await findRestoredAsOf(db), await findOldestUnknown(db)]
  const oldest = starts.map((at = clock()) => at.getTime() - dayMs)
  return new Date(Math.min(monthAgo.getTime(), ...oldest))
}

/** Finds what a restored database does not know: card payments and refunds. Also card payments after one at the counter. */
async function reconcileFromProvider(context: Context, since: Date, report: Report, print: (line: string) => void) {
  const { db, gateway } = context
  const comparedAt = context.clock()
  const refunded = new Set(await gateway.listRefundedIntents(since))
  let [found, unknown] = [0, 0]
  for await (const intents of gateway.listIntents(since)) {
    const { known, others } = await findPayments(db, intents)
    for (const [intentID, payment] of known) await reconcileKnown(context, intentID, payment, report)
    const rows = others
      .filter(hasMoney)
      .map((intent) => toUnknownPayment(intent, refunded.has(intent.intentID), comparedAt))
    await saveUnknown(db, rows)
    for (const row of rows) print(describeUnknown(row))
    found += intents.length
    unknown += rows.length
  }
  await deleteUnknownBefore(context, comparedAt)
  for (const intentID of refunded) {
    const payment = await findPaymentOfIntent(db, intentID, undefined)
    if (payment?.paymentStatus === 'Paid' && payment.paymentMethod === 'Credit Card')
      report(payment, 'refunded by the card provider, but paid here')
  }
  if (unknown > 0)
    print(
      `${counted(unknown, 'payment')} not known here. The page Money lists them: enter their bookings again, or refund them at the provider. ${staysListed}`,
    )
  print(`Checked ${counted(found, 'payment')} that the card provider has since ${formatDay(toDay(since))}.`)
}

/** The disputes that were opened since then, and those that are open here, which can last for months. */
async function reconcileDisputes(context: Context, since: Date, report: Report) {
  const { db, gateway } = context
  const disputes = await gateway.listDisputes(since)
  const listed = new Set(disputes.map(({ disputeID }) => disputeID))
  for (const disputeID of await listOpenDisputes(db))
    if (!listed.has(disputeID)) disputes.push(await gateway.readDispute(disputeID))
  for (const dispute of disputes) {
    const payment = await applyDispute(context, dispute)
    if (payment) report(payment, `disputed by the cardholder, ${dispute.status}`)
  }
}

async function reconcileKnown(context: Context, intentID: string, payment: PaymentRow, report: Report) {
  if (payment.intentID === intentID && payment.paymentMethod === 'Credit Card') return
  const outcome = await applyIntent(context, intentID).catch(logUnchecked(context, payment))
  if (outcome !== 'known' && outcome !== 'not yet') report(payment, outcome)
}

/** A page of intents with their payments, and those that have none here. */
async function findPayments(db: Db, intents: readonly ListedIntent[]) {
  const rows = await listPaymentsOfIntents(db, intents)
  const known = new Map<string, PaymentRow>()
  for (const { intentID, paymentID } of intents) {
    const payment = rows.find((row) => row.intentID === intentID) ?? rows.find((row) => row.paymentID === paymentID)
    if (payment) known.set(intentID, payment)
  }
  return { known, others: intents.filter(({ intentID }) => !known.has(intentID)) }
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
