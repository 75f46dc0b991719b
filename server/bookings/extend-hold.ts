import type { Context } from '#server/context.ts'
import { updateHoldEnd } from './changes.ts'
import { holdEnd, isUnpaid } from './holds.ts'
import type { LockedBooking } from './queries.ts'

/** Keeps the niche of an unpaid booking for the time of a new hold, while the bank is still confirming its payment. */
export async function extendHold({ db, config, clock }: Context, { booking }: LockedBooking) {
  if (isUnpaid(booking)) await updateHoldEnd(db, booking.bookingID, holdEnd(config, clock()))
}
