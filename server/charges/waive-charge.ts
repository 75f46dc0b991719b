import { eq } from 'drizzle-orm'
import { formatAmount, toAmount } from '#contract/money.ts'
import { remember } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { chargeMoves, charges } from '#server/database/schema.ts'
import { readHouseLimits } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { requireNoPartyTo } from '#server/rights/public.ts'
import { type AskedAct, askerOf, guard } from '#server/second-person/public.ts'
import { giveUpOpenPayment } from './pay-charges.ts'
import { findCharge, listDue, lockBookingOf } from './queries.ts'

/** Above the amount of the house, a second clerk confirms it. */
export async function waiveCharge(context: SignedInContext, chargeID: string, reason: string) {
  const charge = await findCharge(context.db, chargeID)
  if (!charge) throw new AppError('NOT_FOUND')
  const { text, cents, bookingID } = charge
  const { waiveAloneCents } = await readHouseLimits(context)
  const what = () => `${formatAmount(toAmount(cents))} for "${text}" of booking ${bookingID} is waived.`
  await guard(context, 'waiveCharge', chargeID, { what, reason, isNeeded: async () => cents > waiveAloneCents }, waive)
}

/** Waives a charge, even while a family is paying it: what it pays then is returned as a late payment. */
export async function waive(context: SignedInContext, asked: AskedAct) {
  const { db, actor, clock } = context
  const { subject: chargeID, reason, askedByID } = asked
  const charge = await findCharge(db, chargeID)
  if (!charge || !(await lockBookingOf(db, charge.bookingID))) throw new AppError('NOT_FOUND')
  const { bookingID, text, cents } = charge
  await requireNoPartyTo(context, bookingID, [askedByID])
  const due = (await listDue(db, bookingID)).find((each) => each.chargeID === chargeID)
  if (!due) throw new AppError('CHARGE_CHANGED')
  if (due.paymentID) await giveUpOpenPayment(context, bookingID)
  const at = clock()
  const move = { chargeID, event: 'waive' as const, reason, actorID: actor.userID, at }
  const details = { text, amount: toAmount(cents), reason, ...askerOf(context, asked) }
  await remember(context, chargeMoves, move, 'charge.waive', { subject: bookingID, details })
    .update(charges)
    .set({ waivedAt: at, paymentID: null })
    .where(eq(charges.chargeID, chargeID))
}
