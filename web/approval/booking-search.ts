import type { BookingRow } from '#contract/bookings/api.ts'
import type { BookingType } from '#contract/bookings/booking.ts'
import { toBareCode } from '#contract/niches/niche.ts'

export const searchTabs = ['current', 'preorder', 'archived'] as const
export type SearchTab = (typeof searchTabs)[number]

export const tabLabels: Record<SearchTab, string> = { current: 'Current', preorder: 'Preorder', archived: 'Archived' }
const types: Record<SearchTab, BookingType> = { current: 'Current', preorder: 'PreOrder', archived: 'Archived' }

export const tabIn = (text: string | null): SearchTab => searchTabs.find((tab) => tab === text) ?? 'current'

export const bookingsUnder = (tab: SearchTab, bookings: readonly BookingRow[]) =>
  bookings.filter(({ bookingType }) => bookingType === types[tab])

type Searched = Pick<BookingRow, 'customerName' | 'beneficiaryName' | 'nicheCode' | 'bookingID'>

/** Each typed word is somewhere in the booking. The niche code may be typed without its hyphens, and `fold` makes texts alike. */
export function matchesSearch(
  { customerName, beneficiaryName, nicheCode, bookingID }: Searched,
  typed: string,
  fold = (text: string) => text,
) {
  const text = fold(`${customerName} ${beneficiaryName} ${nicheCode} ${bookingID}`.toLowerCase())
  const words = fold(typed.toLowerCase()).split(/\s+/)
  return words.every((word) => text.includes(word) || toBareCode(nicheCode).includes(toBareCode(word)))
}
