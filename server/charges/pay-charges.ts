import type { Context } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import { AppError } from '#server/http/errors.ts'
import { failPayment, lockPayment, openPayment, type PaymentRow } from '#server/payments/public.ts'
import { findOpenPayment, linkCharges, listChargeIDsOf, listDue, lockBookingOf, sumCents } from './queries.ts'

/** What these due charges cost together; without IDs, all that are due. Locks the booking. */
export async function lockDue({ db }: Context, bookingID: string, chargeIDs?: readonly string[]) {
  if (!(await lockBookingOf(db, bookingID))) throw new AppError('NOT_FOUND')
  const due = await listDue(db, bookingID)
  const chosen = chargeIDs ? due.filter(({ chargeID }) => chargeIDs.includes(chargeID)) : due
  if (chargeIDs && chosen.length < new Set(chargeIDs).size) throw new AppError('CHARGES_CHANGED')
  if (chosen.length === 0) throw new AppError('NOTHING_DUE')
  return { bookingID, chosen, cents: sumCents(chosen) }
}
type Due = Awaited<ReturnType<typeof lockDue>>

/**
 * The open payment of everything that is due for a booking. Two who start to pay get the same one. If something was added since it was
 * opened, it is given up for a new one.
 */
export async function openPaymentOfDue(context: Context, bookingID: string): Promise<PaymentRow> {
  const due = await lockDue(context, bookingID)
  const open = await findOpenPayment(context.db, bookingID)
  if (open && due.chosen.every(({ paymentID }) => paymentID === open.paymentID)) return open
  return openPaymentOf(context, due)
}

/** Opens a payment of these charges in place of the one that is open. */
export async function openPaymentOf(context: Context, { bookingID, chosen, cents }: Due) {
  await giveUpOpenPayment(context, bookingID)
  const paymentID = newReadableID('P')
  await openPayment(context, { paymentID, chargedBookingID: bookingID, amountCents: cents })
  await linkCharges(
    context.db,
    chosen.map(({ chargeID }) => chargeID),
    paymentID,
  )
  const opened = await lockPayment(context.db, paymentID)
  if (!opened) throw new Error('A payment was not opened')
  return opened
}

/** Its charges are due without it. If the card was charged already, that money comes late and is returned. */
export async function giveUpOpenPayment(context: Context, bookingID: string) {
  const open = await findOpenPayment(context.db, bookingID)
  if (!open) return
  await failPayment(context, open)
  await linkCharges(context.db, await listChargeIDsOf(context.db, open.paymentID), null)
  const { intentID } = open
  if (!intentID) return
  const { gateway, log } = context
  context.afterCommit(async () => {
    await gateway
      .cancelIntent(intentID)
      .catch((error: unknown) => log.warn({ err: error, intentID }, 'could not cancel the intent of charges'))
  })
}
