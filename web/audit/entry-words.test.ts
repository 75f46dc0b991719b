import { expect, test } from 'vitest'
import { detailsOf, nameOf } from './entry-words.ts'

test.each([
  ['login.code_failed', 'Login code failed'],
  ['booking.requestUrn', 'Booking request urn'],
  ['export', 'Export'],
])('%s reads %s', (action, words) => {
  expect(nameOf(action)).toBe(words)
})

test('details read as a line', () => {
  expect(detailsOf({ reason: 'moved', from: { a: 1 } })).toBe('reason: moved; from: {"a":1}')
})
