import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  applyDispute,
  findPaymentOfIntent,
  hasSurplusOf,
  isSettledByHand,
  paidBookingOf,
  recordPaymentEvent,
  recordRefundResult,
  refundLatePayment,
  refundSurplus,
  reportWrongAmount,
  requestRefund,
  saveProviderIDs,
} from '#server/payments/public.ts'
import type { GatewayEvent, Intent } from '#server/ports/card-gateway.ts'
import { lockPayable, type Payable } from './payable.ts'

/** The result of applying an intent, which happens once, whether the browser, a webhook or the background job is first. */
export type IntentOutcome =
  | 'settled'
  | 'known'
  | 'not yet'
  | 'processing'
  | 'refused'
  | 'returning'
  | 'surplus'
  | 'unknown'

/** Applies the intent's present status, read from the provider, so that the order of webhook events does not matter. */
export async function applyIntent(context: Context, intentID: string, eventID?: string): Promise<IntentOutcome> {
  const intent = await context.gateway.readIntent(intentID)
  const { outcome, paymentID } = await settleOnce(context, intent, eventID)
  if (paymentID && outcome === 'returning') await requestRefund(context, paymentID)
  if (paymentID && outcome === 'surplus') await refundSurplus(context, paymentID)
  return outcome
}

/** The niche can be taken between the check and the retake. The second attempt sees that and refunds the payment. */
function settleOnce(context: Context, intent: Intent, eventID: string | undefined) {
  const settle = () => inTransaction(context, (context) => settleIntent(context, intent, eventID))
  return settle().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NICHE_TAKEN') return settle()
    throw error
  })
}

interface Settled {
  outcome: IntentOutcome
  paymentID?: string
}

async function settleIntent(context: Context, intent: Intent, eventID: string | undefined): Promise<Settled> {
  const payment = await findPaymentOfIntent(context.db, intent.intentID, intent.paymentID)
  const locked = payment && (await lockPayable(context, payment))
  if (!locked) return { outcome: 'unknown' }
  const { paymentID } = locked.payment
  if (eventID && !(await recordProviderEvent(context, paymentID, intent, eventID)))
    return { outcome: 'known', paymentID }
  /** A restored database may have lost it. Without it, the payment is not checked before its hold ends, and cannot be refunded. */
  if (!locked.payment.intentID && intent.status !== 'canceled')
    await saveProviderIDs(context.db, paymentID, { intentID: intent.intentID })
  if (intent.status === 'processing') {
    await locked.keep()
    return { outcome: 'processing', paymentID }
  }
  if (intent.status !== 'succeeded') return { outcome: 'not yet', paymentID }
  return { outcome: await applyPayment(context, locked, intent), paymentID }
}

const recordProviderEvent = (context: Context, paymentID: string, intent: Intent, providerEventID: string) => {
  const { intentID, status, amountCents } = intent
  return recordPaymentEvent(context, paymentID, {
    kind: 'provider event',
    amountCents,
    providerEventID,
    details: { intentID, status },
  })
}

/** The provider has the money: settle what it is for, or record that it must be refunded. */
async function applyPayment(context: Context, locked: Payable, intent: Intent): Promise<IntentOutcome> {
  const { paymentID, amountCents, paymentStatus, paymentMethod } = locked.payment
  if (await isSettledByHand(context.db, paymentID, intent.intentID)) return 'known'
  const isOpen = paymentStatus === 'Pending' || paymentStatus === 'Failed'
  if (!isOpen) return paymentMethod === 'Credit Card' ? 'known' : recordSurplus(context, locked, intent)
  if (intent.amountCents !== amountCents || intent.currency !== 'sgd') {
    await reportWrongAmount(context, locked.payment, intent)
    return 'refused'
  }

  const settlement = { method: 'Credit Card', amountCents, cardLast4: intent.cardLast4 } as const
  if (!(await locked.settle(settlement))) {
    await refundLatePayment(context, locked.payment, intent.cardLast4)
    return 'returning'
  }
  return 'settled'
}

/** The counter has already settled the booking, so the card payment is a surplus and is refunded. */
async function recordSurplus(context: Context, { payment }: Payable, { intentID, amountCents }: Intent) {
  const { paymentID } = payment
  if (await hasSurplusOf(context.db, paymentID, intentID)) return 'known' as const
  await saveProviderIDs(context.db, paymentID, { surplusIntentID: intentID })
  const moved = { amountCents, movedCents: amountCents, method: 'Credit Card' } as const
  await recordPaymentEvent(context, paymentID, { kind: 'surplus', ...moved, details: { intentID } })
  await record(context, 'payment.surplus', paidBookingOf(payment), { paymentID, amountCents })
  return 'surplus' as const
}

/** Applies a signed event from the provider. Events about payments that are not ours are logged and acknowledged. */
export async function handleWebhook(context: Context, rawBody: Buffer, signature: string) {
  const event = context.gateway.readEvent(rawBody, signature)
  await applyEvent(context, event).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
    context.log.warn({ eventID: event.eventID }, 'ignored an event about an unknown payment')
  })
  return { received: true } as const
}

async function applyEvent(context: Context, event: GatewayEvent) {
  const { eventID, kind, intentID, refundID, disputeID, amountCents, failureCode } = event
  if (disputeID) {
    await applyDispute(context, await context.gateway.readDispute(disputeID))
    return
  }
  if (!intentID || kind === 'other') return
  if (kind.startsWith('intent.')) {
    await applyIntent(context, intentID, eventID)
    return
  }
  const payment = await findPaymentOfIntent(context.db, intentID, undefined)
  if (!payment || !refundID) return
  const status = kind === 'refund.succeeded' ? 'succeeded' : 'failed'
  await recordRefundResult(context, payment.paymentID, { status, refundID, amountCents, failureCode, eventID })
}
