import { expect, test } from 'vitest'
import { amountToSend, isIncomplete } from './counter-payment.ts'

test.each([
  ['', '', true],
  ['Cash', '', true],
  ['Cheque', '-1', true],
  ['Cash', '100.005', true],
  ['Cash', '0', false],
  ['Cheque', '3800.5', false],
  ['Card', '', false],
  ['Waived', '', false],
])('%s with amount %j: missing is %s', (method, amount, missing) => {
  expect(isIncomplete({ method, amount })).toBe(missing)
})

test.each([
  ['Cash', '3800.5', '3800.50'],
  ['Card', '', '4200.00'],
  ['Waived', '12', '0.00'],
])('%s with %j is sent as %s', (method, amount, sent) => {
  expect(amountToSend({ method, amount }, '4200.00')).toBe(sent)
})
