import { canBeShared } from '#contract/family/sharing.ts'
import { lockBooking } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Locked, so that two tabs decide one after the other. Of somebody else's booking nothing is confirmed. */
export async function lockOwnBooking({ db, actor }: SignedInContext, bookingID: string) {
  const held = await lockBooking(db, bookingID)
  if (!held || held.booking.userID !== actor.userID) throw new AppError('NOT_FOUND')
  return held
}

export async function lockShareable(context: SignedInContext, bookingID: string) {
  const held = await lockOwnBooking(context, bookingID)
  if (!canBeShared({ ...held.booking, paymentStatus: held.payment?.paymentStatus ?? null }))
    throw new AppError('NOT_SHAREABLE')
  return held
}
