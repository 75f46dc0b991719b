import { expect, test } from 'vitest'
import { searchPathOf } from './search-path.ts'

test.each([
  ['91234567', '/search-booking?query=91234567'],
  ['+65 9123 4567', '/search-booking?query=91234567'],
  ['62345678', '/search-booking?query=62345678'],
  ['+60 12-345 6789', '/search-booking'],
  ['1234', '/search-booking'],
  ['', '/search-booking'],
])('searchPathOf(%j) returns %s', (contactNumber, path) => {
  expect(searchPathOf(contactNumber)).toBe(path)
})
