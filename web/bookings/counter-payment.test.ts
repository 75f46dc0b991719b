import { expect, test } from 'vitest'
import { amountToSend, changeCents, isIncomplete, isOtherAmount } from './counter-payment.ts'

test.each([
  ['', '', true],
  ['Cash', '', true],
  ['Cheque', '-1', true],
  ['Cash', '100.005', true],
  ['Cash', '0', false],
  ['Cheque', '3800.5', false],
  ['Card', '', false],
  ['Waived', '', false],
])('a counter payment by %j with amount %j is incomplete: %s', (method, amount, incomplete) => {
  expect(isIncomplete({ method, amount })).toBe(incomplete)
})

test.each([
  ['Cash', '3800.5', '3800.50'],
  ['Cheque', '4,400.00', '4400.00'],
  ['Card', '', '4200.00'],
  ['Waived', '12', '0.00'],
])('a counter payment by %s with amount %j is sent as %s', (method, amount, sent) => {
  expect(amountToSend({ method, amount }, '4200.00')).toBe(sent)
})

test.each([
  ['Cash', '4200', false],
  ['Cash', '100', true],
  ['Card', '', false],
  ['Waived', '', true],
])(
  'a counter payment by %s with amount %j of SGD 4,200.00 needs a reason and a confirmation: %s',
  (method, amount, needs) => {
    expect(isOtherAmount({ method, amount }, '4200.00')).toBe(needs)
  },
)

test.each([
  ['Cash', '3800', '4000', 20_000],
  ['Cash', '3800.00', '3800', 0],
  ['Cash', '3800', '3000', -80_000],
  ['Cash', '3800', '', undefined],
  ['Cash', '', '4000', undefined],
  ['Cheque', '3800', '4000', undefined],
])('the change for %s of %j from %j is %j cents', (method, amount, received, change) => {
  expect(changeCents({ method, amount, received })).toBe(change)
})
