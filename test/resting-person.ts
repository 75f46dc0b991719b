import { eq } from 'drizzle-orm'
import type { BookingState } from '#contract/bookings/transitions.ts'
import type { Context } from '#server/core/context.ts'
import { beneficiaries, bookings } from '#server/database/schema.ts'
import { makeBooking } from './booking-factory.ts'
import { makeUser, type Person } from './factories.ts'

interface Details {
  name: string
  dateOfDeath?: string
  /** A year or a month, as in a register. */
  diedIn?: string
  dateOfBirth?: string | null
  bornIn?: string
  /** The holder has agreed that visitors find the person. */
  shared?: boolean
  state?: Partial<BookingState>
  holder?: Person
}

/** Somebody whose urn has its niche. */
export async function makeRestingPerson(context: Context, { name, shared, state, holder, ...dates }: Details) {
  const owner = holder ?? (await makeUser(context))
  const booking = await makeBooking(context, owner, { status: 'Confirmed', type: 'Current', ...state })
  const [row] = await context.db
    .select({ beneficiaryID: bookings.beneficiaryID })
    .from(bookings)
    .where(eq(bookings.bookingID, booking.bookingID))
  await context.db
    .update(beneficiaries)
    .set({ beneficiaryName: name, ...dates, sharedAt: shared ? context.clock() : null })
    .where(eq(beneficiaries.beneficiaryID, row?.beneficiaryID ?? ''))
  return { ...booking, holder: owner }
}
