import { canBeShared } from '#contract/family/sharing.ts'
import { lockBooking } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** Locks the booking, so that two tabs take turns. Somebody else's booking gives 404, as if there were none. */
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
