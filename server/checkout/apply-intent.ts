import {
  advanceBooking,
  findActiveBooking,
  findLastMove,
  type LockedBooking,
  lockBooking,
} from '#server/bookings/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  findPaymentOfIntent,
  recordPaymentEvent,
  refundLatePayment,
  refundSurplus,
  requestRefund,
  saveSurplusIntentID,
} from '#server/payments/actions.ts'
import type { Intent } from '#server/payments/gateway.ts'

/** What became of an intent: whoever asks first, the browser, an event or the sweeper, it is applied once. */
export type IntentOutcome = 'settled' | 'known' | 'not yet' | 'refused' | 'returning' | 'surplus' | 'unknown'

/** Asks the provider how an intent stands, so that the order in which its news arrives does not matter, and acts on it. */
export async function applyIntent(context: Context, intentID: string, eventID?: string): Promise<IntentOutcome> {
  const intent = await context.gateway.readIntent(intentID)
  const { outcome, paymentID } = await settleOnce(context, intent, eventID)
  if (paymentID && outcome === 'returning') await requestRefund(context, paymentID)
  if (paymentID && outcome === 'surplus') await refundSurplus(context, paymentID)
  return outcome
}

/** A niche that is lost between the look and the taking is lost for good: the second time the money goes back. */
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
  const held = payment && (await lockBooking(context.db, payment.bookingID))
  if (!held) return { outcome: 'unknown' }
  const { paymentID } = held.payment
  if (eventID && !(await recordProviderEvent(context, paymentID, intent, eventID)))
    return { outcome: 'known', paymentID }
  if (intent.status !== 'succeeded') return { outcome: 'not yet', paymentID }
  return { outcome: await applyPayment(context, held, intent), paymentID }
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

/** The money is at the provider; what it is for decides what becomes of it. */
async function applyPayment(context: Context, held: LockedBooking, intent: Intent): Promise<IntentOutcome> {
  const { amountCents, paymentStatus, paymentMethod } = held.payment
  const isOpen = paymentStatus === 'Pending' || paymentStatus === 'Failed'
  if (!isOpen) return paymentMethod === 'Credit Card' ? 'known' : recordSurplus(context, held, intent)
  if (intent.amountCents !== amountCents || intent.currency !== 'sgd') return recordMismatch(context, held, intent)

  const settlement = { method: 'Credit Card', amountCents } as const
  if (paymentStatus === 'Pending') await advanceBooking(context, held, 'pay', { settlement })
  else if (await canRetake(context, held)) await advanceBooking(context, held, 'retake', { settlement })
  else {
    await refundLatePayment(context, held.payment)
    return 'returning'
  }
  return 'settled'
}

/** What the clock ended may come back while its niche is free; what a person ended stays ended. */
async function canRetake({ db }: Context, { booking, currentNicheStatus }: LockedBooking) {
  if (currentNicheStatus !== 'Available' || (await findActiveBooking(db, booking.nicheID))) return false
  return (await findLastMove(db, booking.bookingID))?.event === 'expire'
}

/** The counter was quicker: the card's money is on top, and goes back. */
async function recordSurplus(
  context: Context,
  { payment: { paymentID } }: LockedBooking,
  { intentID, amountCents }: Intent,
) {
  await saveSurplusIntentID(context.db, paymentID, intentID)
  await recordPaymentEvent(context, paymentID, { kind: 'surplus', amountCents, details: { intentID } })
  return 'surplus' as const
}

/** Another amount or currency than was asked for settles nothing, and somebody should look at it. */
async function recordMismatch(context: Context, { payment: { paymentID } }: LockedBooking, intent: Intent) {
  const { intentID, amountCents, currency } = intent
  await recordPaymentEvent(context, paymentID, { kind: 'refused', amountCents, details: { intentID, currency } })
  context.log.error({ paymentID, amountCents, currency }, 'a payment came with another amount or currency')
  return 'refused' as const
}
