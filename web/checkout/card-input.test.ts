import { expect, test } from 'vitest'
import { checkCard, formatCardNumber, formatExpiry } from './card-input.ts'

test('a card number is shown in groups of four digits, however it was pasted', () => {
  expect(formatCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('42424')).toBe('4242 4')
})

test.each([
  ['1', '', '1'],
  ['12', '1', '12/'],
  ['5', '', '05/'],
  ['05/28', '05/2', '05/28'],
  ['05', '05/', '05'],
  ['0', '05', '0'],
  ['08 / 2029'.slice(0, 7), '', '08/20'],
])('typing the expiry date %j after %j shows %j', (typed, previous, shown) => {
  expect(formatExpiry(typed, previous)).toBe(shown)
})

test('checkCard reports every incomplete field and accepts a complete card', () => {
  expect(checkCard({ number: '4242', expiry: '13/28', cvc: '1' })).toEqual({
    number: 'Please enter the whole card number.',
    expiry: 'Please enter the month and year, as 08/29.',
    cvc: 'Please enter the 3 or 4 digits.',
  })
  expect(checkCard({ number: '4242 4242 4242 4242', expiry: '12/28', cvc: '123' })).toEqual({})
})
