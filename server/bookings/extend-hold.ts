import type { Context } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { updateHoldEnd } from './changes.ts'
import { holdEnd, isUnpaid } from './holds.ts'
import type { LockedBooking } from './queries.ts'

/** Keeps the niche of an unpaid booking for the time of a new hold, while the bank is still confirming its payment. */
export async function extendHold(context: Context, { booking }: LockedBooking) {
  if (!isUnpaid(booking)) return
  const { holdMinutes } = await readHouse(context)
  await updateHoldEnd(context.db, booking.bookingID, holdEnd(holdMinutes, context.clock()))
}
