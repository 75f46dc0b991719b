import { contactKey } from '../accounts/account.ts'
import { pathTo } from '../pages.ts'

export const isSearchable = (number: string) => /^\d{8}$/.test(number)

/** Path of the search for this number. A number without 8 digits, such as a foreign one, cannot be searched for. */
export function searchPathOf(contactNumber: string): string {
  const number = contactKey(contactNumber)
  return pathTo('searchBooking', isSearchable(number) ? { query: number } : {})
}
