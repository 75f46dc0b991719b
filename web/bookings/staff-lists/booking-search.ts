import type { BookingRow } from '#contract/bookings/api.ts'
import type { BookingType } from '#contract/bookings/booking.ts'

export const searchTabs = ['current', 'preorder', 'archived'] as const
export type SearchTab = (typeof searchTabs)[number]

export const tabLabels: Record<SearchTab, string> = { current: 'Current', preorder: 'Preorder', archived: 'Archived' }
const types: Record<SearchTab, BookingType> = { current: 'Current', preorder: 'PreOrder', archived: 'Archived' }

export const tabIn = (text: string | null): SearchTab => searchTabs.find((tab) => tab === text) ?? 'current'

export const bookingsUnder = (tab: SearchTab, bookings: readonly BookingRow[]) =>
  bookings.filter(({ bookingType }) => bookingType === types[tab])
