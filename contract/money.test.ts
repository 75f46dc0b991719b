import { expect, test } from 'vitest'
import { toCents } from './money.ts'

test.each([
  ['3800', 380_000],
  ['3800.5', 380_050],
  ['3,800.50', 380_050],
  [' 1,000,000.00 ', 100_000_000],
  ['0', 0],
])('the amount "%s" is %i cents', (text, cents) => {
  expect(toCents(text)).toBe(cents)
})

test.each(['', '3,80', '38,00.00', ',800', '1,000,000.01', '3.800,00', '-5', 'SGD 5'])('"%s" is no amount', (text) => {
  expect(toCents(text)).toBeUndefined()
})
