import { formatAmount, toAmount } from '#contract/money.ts'
import { rememberEach } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { chargeMoves } from '#server/database/schema.ts'
import { readHouseLimits } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { beginRefund, findPaymentRow, lockPayment, requestRefund } from '#server/payments/public.ts'
import { requireNoPartyTo, retractExtensions } from '#server/rights/public.ts'
import { type AskedAct, askerOf, guard } from '#server/second-person/public.ts'
import { listChargeIDsOf } from './queries.ts'

/** A refunded charge is not due again, so above the amount of the house for waivers a second clerk confirms it. */
export async function refundCharges(context: SignedInContext, paymentID: string, reason: string) {
  const payment = await findPaymentRow(context.db, paymentID)
  if (!payment?.chargedBookingID) throw new AppError('NOT_FOUND')
  const { amountCents, chargedBookingID } = payment
  const { waiveAloneCents } = await readHouseLimits(context)
  const amount = formatAmount(toAmount(amountCents))
  const what = () => `Payment ${paymentID} of ${amount} for booking ${chargedBookingID} is refunded.`
  const isNeeded = async () => amountCents > waiveAloneCents
  await guard(context, 'refundCharges', paymentID, { what, reason, isNeeded }, refund)
  await requestRefund(context, paymentID)
}

/** Begins to refund a payment of charges. After a confirmation a job asks the provider for it. */
export async function refund(context: SignedInContext, asked: AskedAct) {
  const { subject: paymentID, reason, askedByID } = asked
  const payment = await lockPayment(context.db, paymentID)
  if (!payment?.chargedBookingID) throw new AppError('NOT_FOUND')
  if (payment.paymentStatus !== 'Paid') throw new AppError('CHARGE_CHANGED')
  await requireNoPartyTo(context, payment.chargedBookingID, [askedByID])
  const chargeIDs = await listChargeIDsOf(context.db, paymentID)
  const [actorID, at, subject] = [context.actor.userID, context.clock(), payment.chargedBookingID]
  const moves = chargeIDs.map((chargeID) => ({ chargeID, event: 'refund' as const, reason, actorID, at }))
  const about = moves.map(() => ({ subject, details: { paymentID, reason, ...askerOf(context, asked) } }))
  await rememberEach(context, chargeMoves, moves, 'charge.refund', about)
  await retractExtensions(context, paymentID)
  await beginRefund(context, payment, null)
}
