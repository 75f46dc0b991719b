import type { OwnBooking } from '#contract/bookings/api.ts'
import type { bookingStatuses } from '#contract/bookings/booking.ts'

export const statusFilters = ['All', 'Confirmed', 'Pending', 'Cancelled'] as const satisfies readonly (
  | 'All'
  | (typeof bookingStatuses)[number]
)[]
export type StatusFilter = (typeof statusFilters)[number]

/** Filters by status, and by booking ID, beneficiary's name or block ID, ignoring case. */
export function filterBookings(bookings: readonly OwnBooking[], status: StatusFilter, search: string): OwnBooking[] {
  const searchText = search.trim().toLowerCase()
  return bookings
    .filter((booking) => status === 'All' || booking.bookingStatus === status)
    .filter(({ bookingID, beneficiaryName, blockID }) =>
      [bookingID, beneficiaryName, blockID].some((text) => text.toLowerCase().includes(searchText)),
    )
}
