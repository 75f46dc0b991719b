import { toCents } from '#contract/money.ts'
import { counterMethods, isSettled } from '#contract/payments/payment.ts'
import { record } from '#server/audit/actions.ts'
import { advanceBooking, type HeldBooking, holdBooking, refuseChanged } from '#server/bookings/actions.ts'
import { type Context, inTransaction, type SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { PaymentRow, Settlement } from '#server/payments/actions.ts'
import { applyIntent } from './settle.ts'

export interface SentPayment {
  bookingID: string
  paymentMethod: string
  paymentAmount?: string | number | undefined
  note?: string | undefined
  /** The version of the booking that the clerk saw. */
  version?: number | undefined
}

/** Cash, cheque or card as the clerk enters it; recording it twice is recording it once. */
export async function recordAtCounter(context: SignedIn, sent: SentPayment): Promise<PaymentRow> {
  const payment = await inTransaction(context, async (context) => {
    const held = await holdBooking(context.db, sent.bookingID)
    if (!held) throw new AppError('NOT_FOUND')
    const settlement = settlementOf(sent, held)
    if (isRecorded(held) && isRepeat(context, sent, held)) return held.payment
    await refuseChanged(context, held, sent.version)
    return finalise(context, held, settlement)
  })
  if (payment.intentID) await closeIntent(context, payment.intentID)
  return payment
}

async function finalise(context: SignedIn, held: HeldBooking, settlement: Settlement) {
  const { payment } = await advanceBooking(context, held, 'finalise', { settlement })
  const { paymentID, paymentMethod, amountCents, note } = payment
  await record(context, 'payment.recorded', payment.bookingID, { paymentID, paymentMethod, amountCents, note })
  return payment
}

const isRecorded = ({ booking, payment }: HeldBooking) =>
  isSettled(payment.paymentStatus) && payment.paymentMethod !== 'Credit Card' && booking.bookingStatus !== 'Cancelled'

/** Another clerk's payment is not mistaken for one's own, sent again: whoever names the version they saw is told of it. */
const isRepeat = ({ actor }: SignedIn, { version }: SentPayment, { payment }: HeldBooking) =>
  version === undefined || payment.recordedByID === actor.userID

function settlementOf({ paymentMethod, paymentAmount, note = '' }: SentPayment, { payment }: HeldBooking): Settlement {
  const method = counterMethods.find((each) => each === paymentMethod)
  if (!method) throw missing('paymentMethod')
  if (method === 'Waived') return { method, amountCents: 0, note }
  const leftOut = paymentAmount === undefined || paymentAmount === ''
  const amountCents = leftOut ? payment.amountCents : toCents(String(paymentAmount))
  if (amountCents === undefined) throw missing('paymentAmount')
  return { method, amountCents, note }
}

const missing = (field: 'paymentMethod' | 'paymentAmount') =>
  new AppError('PAYMENT_DETAILS_MISSING', { errors: { [field]: 'Please enter both payment method and amount.' } })

/** Nobody should be able to pay by card for what the counter has taken; if they were quicker, it goes back. */
async function closeIntent(context: Context, intentID: string) {
  try {
    const { status } = await context.gateway.cancelIntent(intentID)
    if (status === 'succeeded') await applyIntent(context, intentID)
  } catch (error) {
    context.log.warn({ err: error, intentID }, 'an intent could not be closed; what comes by it will be returned')
  }
}
