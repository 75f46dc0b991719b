import { and, desc, eq, gt } from 'drizzle-orm'
import { type MoveRefusal, moveRefusals } from '#contract/bookings/refusals.ts'
import { toAmount } from '#contract/money.ts'
import { holdIsOver } from '#server/bookings/actions.ts'
import type { SignedIn } from '#server/context.ts'
import { bookings, payments, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { keepIntent } from '#server/payments/actions.ts'

/** Begins to pay for an unpaid booking, the newest unless one is named; asking twice gives the same intent. */
export async function createIntent(context: SignedIn, bookingID: string | undefined) {
  const order = bookingID ? await findOwn(context, bookingID) : await findNewestUnpaid(context)
  refuseUnpayable(context, order)
  const { payment, booking } = order
  const { intentID, clientSecret } = await beginOrResume(context, order)
  if (payment.intentID !== intentID) await keepIntent(context.db, payment.paymentID, intentID)
  return {
    clientSecret,
    bookingID: booking.bookingID,
    amount: toAmount(payment.amountCents),
    holdExpiresAt: booking.holdExpiresAt?.toISOString() ?? null,
  }
}

/** An intent that is known is never asked for by its key again: the e-mail may be another since, and the key forgotten. */
const beginOrResume = ({ gateway }: SignedIn, { booking, payment, email }: Order) =>
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

function refuseUnpayable({ clock }: SignedIn, { booking, payment }: Order) {
  const refuse = (refusal: MoveRefusal) => new AppError('BOOKING_NOT_MOVABLE', { why: moveRefusals[refusal] })
  if (booking.bookingStatus === 'Cancelled') throw refuse('CANCELLED')
  if (payment.paymentStatus !== 'Pending') throw refuse('ALREADY_PAID')
  if (holdIsOver(booking, clock())) throw refuse('HOLD_OVER')
}

const selectOrder = ({ db }: SignedIn) =>
  db
    .select({ booking: bookings, payment: payments, email: users.email })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(users, eq(users.userID, bookings.userID))
    .$dynamic()
type Order = Awaited<ReturnType<typeof selectOrder>>[number]

async function findOwn(context: SignedIn, bookingID: string): Promise<Order> {
  const own = and(eq(bookings.bookingID, bookingID), eq(bookings.userID, context.actor.userID))
  const [order] = await selectOrder(context).where(own)
  if (!order) throw new AppError('NOT_FOUND')
  return order
}

async function findNewestUnpaid(context: SignedIn): Promise<Order> {
  const unpaid = and(
    eq(bookings.userID, context.actor.userID),
    eq(bookings.bookingStatus, 'Pending'),
    gt(bookings.holdExpiresAt, context.clock()),
  )
  const [order] = await selectOrder(context).where(unpaid).orderBy(desc(bookings.createdAt)).limit(1)
  if (!order) throw new AppError('NO_BOOKING_TO_PAY')
  return order
}
