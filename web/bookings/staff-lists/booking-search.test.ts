import { expect, test } from 'vitest'
import { searchPathOf, tabIn } from './booking-search.ts'

test.each([
  ['91234567', '/search-booking?query=91234567'],
  ['+65 9123 4567', '/search-booking?query=91234567'],
  ['62345678', '/search-booking?query=62345678'],
  ['+60 12-345 6789', '/search-booking'],
  ['1234', '/search-booking'],
  ['', '/search-booking'],
])('the bookings behind %j are found at %s', (contactNumber, path) => {
  expect(searchPathOf(contactNumber)).toBe(path)
})

test('an address without a tab, or with one that there is not, shows the current bookings', () => {
  expect([tabIn(null), tabIn('nonsense'), tabIn('archived')]).toEqual(['current', 'current', 'archived'])
})
