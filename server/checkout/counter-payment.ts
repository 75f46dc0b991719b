import type { DrawerMethod } from '#contract/cash-up/cash-up.ts'
import { formatAmount, toAmount, toCents } from '#contract/money.ts'
import { counterPaymentMethods, isSettled } from '#contract/payments/payment.ts'
import { record } from '#server/audit/public.ts'
import {
  advanceBooking,
  type BookingWithPayment,
  hasPayment,
  lockBooking,
  requireUnchanged,
} from '#server/bookings/public.ts'
import { listCharges, lockBookingOf, lockDue, openPaymentOf } from '#server/charges/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { lockPayment, type PaymentRow, type Settlement, settlePayment } from '#server/payments/public.ts'
import { applyIntent } from './apply-intent.ts'

export interface PaymentInput {
  bookingID: string
  paymentMethod: string
  paymentAmount?: string | number | undefined
  note?: string | undefined
  /** The clerk confirmed an amount other than the one due. */
  confirmedAmount?: boolean | undefined
  /** The version of the booking that the clerk saw. */
  version?: number | undefined
}

/** Records a payment taken at the counter. Idempotent: recording it again changes nothing. */
export async function recordCounterPayment(context: SignedInContext, sent: PaymentInput): Promise<PaymentRow> {
  const payment = await inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, sent.bookingID)
    if (!locked || !hasPayment(locked)) throw new AppError('NOT_FOUND')
    const settlement = settlementOf(sent, locked)
    if (isRecorded(locked) && isRepeat(context, sent, locked, settlement)) return locked.payment
    await requireUnchanged(context, locked, sent.version)
    return finalise(context, locked, settlement, reasonForAmount(context, sent, locked, settlement))
  })
  if (payment.intentID) await closeIntent(context, payment.intentID)
  return payment
}

async function finalise(context: SignedInContext, locked: BookingWithPayment, settlement: Settlement, reason: string) {
  const { payment } = await advanceBooking(context, locked, 'finalise', { settlement, reason })
  const { paymentID, paymentMethod, amountCents, note } = payment
  await record(context, 'payment.recorded', locked.booking.bookingID, { paymentID, paymentMethod, amountCents, note })
  return payment
}

const isRecorded = ({ booking, payment }: BookingWithPayment) =>
  isSettled(payment.paymentStatus) && payment.paymentMethod !== 'Credit Card' && booking.bookingStatus !== 'Cancelled'

/** With a version, only the same payment by the same clerk counts as a repeat; after another, the request is refused. */
const isRepeat = (
  { actor }: SignedInContext,
  { version }: PaymentInput,
  { payment }: BookingWithPayment,
  { method, amountCents }: Settlement,
) =>
  version === undefined ||
  (payment.recordedByID === actor.userID && payment.paymentMethod === method && payment.amountCents === amountCents)

function settlementOf(
  { paymentMethod, paymentAmount, note = '' }: PaymentInput,
  { payment }: BookingWithPayment,
): Settlement {
  const method = counterPaymentMethods.find((each) => each === paymentMethod)
  if (!method) throw missingDetailError('paymentMethod')
  if (method === 'Waived') return { method, amountCents: 0, note }
  const isOmitted = paymentAmount === undefined || paymentAmount === ''
  const amountCents = isOmitted ? payment.amountCents : toCents(String(paymentAmount))
  if (amountCents === undefined) throw missingDetailError('paymentAmount')
  return { method, amountCents, note }
}

/** Another amount than the one due is easily a slip, so it needs a reason and a confirmation, and so does none. The history shows both amounts. */
function reasonForAmount(
  { config }: SignedInContext,
  { confirmedAmount }: PaymentInput,
  { payment }: BookingWithPayment,
  { method, amountCents, note = '' }: Settlement,
): string {
  if (amountCents === payment.amountCents) return ''
  const isWaived = method === 'Waived'
  const due = formatAmount(toAmount(payment.amountCents))
  const words = `${isWaived ? 'Waived' : formatAmount(toAmount(amountCents))} instead of ${due}. ${note}`.trim()
  /** The demo answers a call without the confirmation as the specification does; the page always sends it. */
  if (config.mode === 'demo' && confirmedAmount === undefined) return words
  if (!note.trim())
    throw new AppError('INVALID', {
      errors: {
        note: isWaived ? 'Please give a reason for the waiver.' : 'Please give a reason for the other amount.',
      },
    })
  if (!confirmedAmount) throw new AppError('AMOUNT_DIFFERS', { why: due })
  return words
}

const missingDetailError = (field: 'paymentMethod' | 'paymentAmount') =>
  new AppError('PAYMENT_DETAILS_MISSING', { errors: { [field]: 'Please enter both payment method and amount.' } })

interface ChargesInput {
  bookingID: string
  chargeIDs: string[]
  paymentMethod: DrawerMethod
  /** The amount that was due when the clerk opened the page. */
  amount: string
}

/** Records what a clerk has taken for charges. Sent again by the same clerk, it changes nothing. */
export const recordChargesPayment = (context: SignedInContext, { bookingID, amount, ...sent }: ChargesInput) =>
  inTransaction(context, async (context) => {
    const { chargeIDs, paymentMethod: method } = sent
    if (await isChargesRepeat(context, bookingID, sent)) return
    const due = await lockDue(context, bookingID, chargeIDs)
    if (due.cents !== toCents(amount)) throw new AppError('CHARGES_CHANGED')
    const payment = await openPaymentOf(context, due)
    await settlePayment(context, payment, { method, amountCents: due.cents })
  })

async function isChargesRepeat(
  { db, actor }: SignedInContext,
  bookingID: string,
  { chargeIDs, paymentMethod }: Omit<ChargesInput, 'bookingID' | 'amount'>,
) {
  if (!(await lockBookingOf(db, bookingID))) throw new AppError('NOT_FOUND')
  const sent = (await listCharges(db, bookingID)).filter(({ chargeID }) => chargeIDs.includes(chargeID))
  const [first] = sent
  if (!first?.paymentID || !sent.every(({ state, paymentID }) => state === 'paid' && paymentID === first.paymentID))
    return false
  const payment = await lockPayment(db, first.paymentID)
  return payment?.recordedByID === actor.userID && payment.paymentMethod === paymentMethod
}

/** Cancels the intent so that nobody pays by card as well. If the card was charged first, that payment is refunded. */
async function closeIntent(context: Context, intentID: string) {
  try {
    const { status } = await context.gateway.cancelIntent(intentID)
    if (status === 'succeeded') await applyIntent(context, intentID)
  } catch (error) {
    context.log.warn({ err: error, intentID }, 'could not cancel an intent; a card payment through it will be refunded')
  }
}
