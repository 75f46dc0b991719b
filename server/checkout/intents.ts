import { and, desc, eq } from 'drizzle-orm'
import { type MoveRefusal, moveRefusals } from '#contract/bookings/refusals.ts'
import { toAmount } from '#contract/money.ts'
import { isHoldLapsed, whereStillPending, whereUnpaid } from '#server/bookings/actions.ts'
import type { SignedInContext } from '#server/context.ts'
import { bookings, payments, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { saveIntentID } from '#server/payments/actions.ts'

/** Starts the card payment of an unpaid booking, by default the newest. Calling it again returns the same intent. */
export async function createIntent(context: SignedInContext, bookingID: string | undefined) {
  const order = bookingID ? await findOwnBooking(context, bookingID) : await findNewestUnpaid(context)
  requirePayable(context, order)
  const { payment, booking } = order
  const { intentID, clientSecret } = await createOrResumeIntent(context, order)
  if (payment.intentID !== intentID) await saveIntentID(context.db, payment.paymentID, intentID)
  return {
    clientSecret,
    bookingID: booking.bookingID,
    amount: toAmount(payment.amountCents),
    holdExpiresAt: booking.holdExpiresAt?.toISOString() ?? null,
  }
}

/** A known intent is read by its ID: the idempotency key may have expired, or the e-mail changed, which the provider refuses. */
const createOrResumeIntent = ({ gateway }: SignedInContext, { booking, payment, email }: PayableBooking) =>
  payment.intentID
    ? gateway.resumeIntent(payment.intentID)
    : gateway.createIntent({
        bookingID: booking.bookingID,
        paymentID: payment.paymentID,
        amountCents: payment.amountCents,
        currency: 'sgd',
        idempotencyKey: `intent-${payment.paymentID}`,
        receiptEmail: email,
      })

function requirePayable({ clock }: SignedInContext, { booking, payment }: PayableBooking) {
  const refuse = (refusal: MoveRefusal) => new AppError('BOOKING_NOT_MOVABLE', { why: moveRefusals[refusal] })
  if (booking.bookingStatus === 'Cancelled') throw refuse('CANCELLED')
  if (payment.paymentStatus !== 'Pending') throw refuse('ALREADY_PAID')
  if (isHoldLapsed(booking, clock())) throw refuse('HOLD_OVER')
}

const selectOrder = ({ db }: SignedInContext) =>
  db
    .select({ booking: bookings, payment: payments, email: users.email })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(users, eq(users.userID, bookings.userID))
    .$dynamic()
type PayableBooking = Awaited<ReturnType<typeof selectOrder>>[number]

async function findOwnBooking(context: SignedInContext, bookingID: string): Promise<PayableBooking> {
  const own = and(eq(bookings.bookingID, bookingID), eq(bookings.userID, context.actor.userID))
  const [order] = await selectOrder(context).where(own)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

async function findNewestUnpaid(context: SignedInContext): Promise<PayableBooking> {
  const unpaid = and(eq(bookings.userID, context.actor.userID), whereUnpaid, whereStillPending(context.clock()))
  const [order] = await selectOrder(context).where(unpaid).orderBy(desc(bookings.createdAt)).limit(1)
  if (!order) throw new AppError('NO_BOOKING_TO_PAY')
  return order
}
