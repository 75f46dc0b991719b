import type { Context, SignedInContext } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { advanceBooking } from './advance-booking.ts'
import { updateHoldEnd } from './changes.ts'
import { holdEnd, isHoldLapsed, isUnpaid } from './holds.ts'
import { type LockedBooking, lockBooking } from './queries.ts'

/** Ends an unpaid booking before the background job does, because somebody wants its place now. */
export async function endLapsedHold(context: SignedInContext, bookingID: string) {
  const locked = await lockBooking(context.db, bookingID)
  if (locked && isHoldLapsed(locked.booking, context.clock()))
    await advanceBooking({ ...context, actor: undefined }, locked, 'expire')
}

/** Keeps the niche of an unpaid booking for the time of a new hold, while the bank is still confirming its payment. */
export async function extendHold(context: Context, { booking }: LockedBooking) {
  if (!isUnpaid(booking)) return
  const { holdMinutes } = await readHouse(context)
  await updateHoldEnd(context.db, booking.bookingID, holdEnd(holdMinutes, context.clock()))
}
