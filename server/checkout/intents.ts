import { type MoveRefusal, moveRefusals } from '#contract/bookings/refusals.ts'
import { toAmount } from '#contract/money.ts'
import { isHoldLapsed } from '#server/bookings/public.ts'
import { openPaymentOfDue, requireOwnCharges } from '#server/charges/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import { type PaymentRow, saveProviderIDs } from '#server/payments/public.ts'
import type { TestCard } from '#server/ports/card-gateway.ts'
import { findNewestUnpaidOrder, findOwnOrder, type Order } from './queries.ts'

/** The attempts of a person. Each is a call to the card provider, and a family makes a few for each booking. */
const attempts = (userID: string): Throttle => ({ key: `intent:${userID}`, limit: 100, seconds: 10 * 60 })

/** Starts the card payment of an unpaid booking, by default the newest. Calling it again returns the same intent. */
export async function createIntent(context: SignedInContext, bookingID: string | undefined) {
  await throttleAttempt(context, attempts(context.actor.userID))
  const order = bookingID ? await getOwnOrder(context, bookingID) : await getNewestUnpaidOrder(context)
  requirePayable(context, order)
  const { payment, booking, email } = order
  const { bookingID: ofBooking, holdExpiresAt } = booking
  return { ...(await startIntent(context, { bookingID: ofBooking, payment, email })), holdExpiresAt }
}

/** Starts the card payment of what is due for the charges of a booking, with the one intent of whoever else has started it. */
export async function createChargesIntent(context: SignedInContext, bookingID: string) {
  await throttleAttempt(context, attempts(context.actor.userID))
  const { email } = await requireOwnCharges(context, bookingID)
  const payment = await inTransaction(context, (context) => openPaymentOfDue(context, bookingID))
  const intent = await startIntent(context, { bookingID, payment, email: email ?? '' })
  return { ...intent, paymentID: payment.paymentID }
}

interface Starting {
  bookingID: string
  payment: PaymentRow
  email: string
}

async function startIntent(context: SignedInContext, starting: Starting) {
  const { bookingID, payment } = starting
  const { intentID, clientSecret, status } = await createOrResumeIntent(context, starting)
  if (payment.intentID !== intentID) await saveProviderIDs(context.db, payment.paymentID, { intentID })
  /** The family has paid, perhaps in another tab or app; the provider's form would only show an error. */
  if (status === 'processing' || status === 'succeeded') throw new AppError('PAYMENT_PROCESSING')
  return { clientSecret, bookingID, amount: toAmount(payment.amountCents) }
}

/** A known intent is read by its ID: the idempotency key may have expired, or the email changed, which the provider refuses. */
const createOrResumeIntent = ({ gateway }: SignedInContext, { bookingID, payment, email }: Starting) =>
  payment.intentID
    ? gateway.resumeIntent(payment.intentID)
    : gateway.createIntent({
        bookingID,
        paymentID: payment.paymentID,
        amountCents: payment.amountCents,
        currency: 'sgd',
        idempotencyKey: `intent-${payment.paymentID}`,
        receiptEmail: email,
      })

function requirePayable({ clock }: SignedInContext, { booking, payment }: Order) {
  const refuse = (refusal: MoveRefusal) => new AppError('BOOKING_NOT_MOVABLE', { why: moveRefusals[refusal] })
  if (booking.bookingStatus === 'Cancelled') throw refuse('CANCELLED')
  if (payment.paymentStatus !== 'Pending') throw refuse('ALREADY_PAID')
  if (isHoldLapsed(booking, clock())) throw refuse('HOLD_OVER')
}

export async function getOwnOrder({ db, actor }: SignedInContext, bookingID: string): Promise<Order> {
  const order = await findOwnOrder(db, bookingID, actor.userID)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

async function getNewestUnpaidOrder({ db, actor, clock }: SignedInContext): Promise<Order> {
  const order = await findNewestUnpaidOrder(db, actor.userID, clock())
  if (!order) throw new AppError('NO_BOOKING_TO_PAY')
  return order
}

/** Replaces the provider's form in the browser. As there, the booking changes only when the intent is applied. */
export async function confirmTestCard({ gateway }: Context, card: TestCard) {
  if (!gateway.confirmCard) throw new AppError('NOT_FOUND')
  await gateway.confirmCard(card)
}
