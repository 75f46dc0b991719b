import {
  advanceBooking,
  findActiveBooking,
  findLastMove,
  type HeldBooking,
  holdBooking,
} from '#server/bookings/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  askForRefund,
  findPaymentOfIntent,
  keepSurplus,
  notePaymentEvent,
  returnLateMoney,
  returnSurplus,
} from '#server/payments/actions.ts'
import type { Intent } from '#server/payments/gateway.ts'

/** What became of an intent: whoever asks first, the browser, an event or the sweeper, it is applied once. */
export type Outcome = 'settled' | 'known' | 'not yet' | 'refused' | 'returning' | 'surplus' | 'unknown'

/** Asks the provider how an intent stands, so that the order in which its news arrives does not matter, and acts on it. */
export async function applyIntent(context: Context, intentID: string, eventID?: string): Promise<Outcome> {
  const intent = await context.gateway.readIntent(intentID)
  const { outcome, paymentID } = await settleOnce(context, intent, eventID)
  if (paymentID && outcome === 'returning') await askForRefund(context, paymentID)
  if (paymentID && outcome === 'surplus') await returnSurplus(context, paymentID)
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
  outcome: Outcome
  paymentID?: string
}

async function settleIntent(context: Context, intent: Intent, eventID: string | undefined): Promise<Settled> {
  const payment = await findPaymentOfIntent(context.db, intent.intentID, intent.paymentID)
  const held = payment && (await holdBooking(context.db, payment.bookingID))
  if (!held) return { outcome: 'unknown' }
  const { paymentID } = held.payment
  if (eventID && !(await noteEvent(context, paymentID, intent, eventID))) return { outcome: 'known', paymentID }
  if (intent.status !== 'succeeded') return { outcome: 'not yet', paymentID }
  return { outcome: await takeMoney(context, held, intent), paymentID }
}

const noteEvent = (context: Context, paymentID: string, intent: Intent, providerEventID: string) => {
  const { intentID, status, amountCents } = intent
  return notePaymentEvent(context, paymentID, {
    kind: 'provider event',
    amountCents,
    providerEventID,
    details: { intentID, status },
  })
}

/** The money is at the provider; what it is for decides what becomes of it. */
async function takeMoney(context: Context, held: HeldBooking, intent: Intent): Promise<Outcome> {
  const { amountCents, paymentStatus, paymentMethod } = held.payment
  const isOpen = paymentStatus === 'Pending' || paymentStatus === 'Failed'
  if (!isOpen) return paymentMethod === 'Credit Card' ? 'known' : owe(context, held, intent)
  if (intent.amountCents !== amountCents || intent.currency !== 'sgd') return refuse(context, held, intent)

  const settlement = { method: 'Credit Card', amountCents } as const
  if (paymentStatus === 'Pending') await advanceBooking(context, held, 'pay', { settlement })
  else if (await mayRetake(context, held)) await advanceBooking(context, held, 'retake', { settlement })
  else {
    await returnLateMoney(context, held.payment)
    return 'returning'
  }
  return 'settled'
}

/** What the clock ended may come back while its niche is free; what a person ended stays ended. */
async function mayRetake({ db }: Context, { booking, nicheNow }: HeldBooking) {
  if (nicheNow !== 'Available' || (await findActiveBooking(db, booking.nicheID))) return false
  return (await findLastMove(db, booking.bookingID))?.event === 'expire'
}

/** The counter was quicker: the card's money is on top, and goes back. */
async function owe(context: Context, { payment: { paymentID } }: HeldBooking, { intentID, amountCents }: Intent) {
  await keepSurplus(context.db, paymentID, intentID)
  await notePaymentEvent(context, paymentID, { kind: 'surplus', amountCents, details: { intentID } })
  return 'surplus' as const
}

/** Another amount or currency than was asked for settles nothing, and somebody should look at it. */
async function refuse(context: Context, { payment: { paymentID } }: HeldBooking, intent: Intent) {
  const { intentID, amountCents, currency } = intent
  await notePaymentEvent(context, paymentID, { kind: 'refused', amountCents, details: { intentID, currency } })
  context.log.error({ paymentID, amountCents, currency }, 'a payment came with another amount or currency')
  return 'refused' as const
}
