import type { OwnBooking } from '#contract/bookings/api.ts'
import type { bookingStatuses } from '#contract/bookings/booking.ts'

export const statusFilters = ['All', 'Confirmed', 'Pending', 'Cancelled'] as const satisfies readonly (
  | 'All'
  | (typeof bookingStatuses)[number]
)[]
export type StatusFilter = (typeof statusFilters)[number]

/** Filters by status, and by booking ID, beneficiary's name or block ID, ignoring case and what `fold` makes alike. */
export function filterBookings(
  bookings: readonly OwnBooking[],
  status: StatusFilter,
  search: string,
  fold = (text: string) => text,
): OwnBooking[] {
  const searchText = fold(search.trim().toLowerCase())
  return bookings
    .filter((booking) => status === 'All' || booking.bookingStatus === status)
    .filter(({ bookingID, beneficiaryName, blockID }) =>
      [bookingID, beneficiaryName, blockID].some((text) => fold(text.toLowerCase()).includes(searchText)),
    )
}
