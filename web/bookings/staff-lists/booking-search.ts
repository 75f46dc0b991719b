import { contactKey } from '#contract/accounts/account.ts'
import type { BookingRow } from '#contract/bookings/api.ts'
import type { BookingType } from '#contract/bookings/booking.ts'
import { pathTo } from '#contract/pages.ts'

export const searchTabs = ['current', 'preorder', 'archived'] as const
export type SearchTab = (typeof searchTabs)[number]

export const tabLabels: Record<SearchTab, string> = { current: 'Current', preorder: 'Preorder', archived: 'Archived' }
const types: Record<SearchTab, BookingType> = { current: 'Current', preorder: 'PreOrder', archived: 'Archived' }

export const tabIn = (text: string | null): SearchTab => searchTabs.find((tab) => tab === text) ?? 'current'

export const bookingsUnder = (tab: SearchTab, bookings: readonly BookingRow[]) =>
  bookings.filter(({ bookingType }) => bookingType === types[tab])

export const isSearchable = (number: string) => /^\d{8}$/.test(number)

/** Path of the search for this number. A number without 8 digits, such as a foreign one, cannot be searched for. */
export function searchPathOf(contactNumber: string): string {
  const number = contactKey(contactNumber)
  return pathTo('searchBooking', isSearchable(number) ? { query: number } : {})
}
