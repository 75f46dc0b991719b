import type { SignedInContext } from '#server/core/context.ts'
import { advanceBooking } from './advance-booking.ts'
import { isHoldLapsed } from './holds.ts'
import { lockBooking } from './queries.ts'

/** Ends an unpaid booking before the background job does, because somebody wants its place now. */
export async function endLapsedHold(context: SignedInContext, bookingID: string) {
  const held = await lockBooking(context.db, bookingID)
  if (held && isHoldLapsed(held.booking, context.clock()))
    await advanceBooking({ ...context, actor: undefined }, held, 'expire')
}
