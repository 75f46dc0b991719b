import { expect, test } from 'vitest'
import { cardDeclineReason } from './test-cards.ts'

const today = new Date('2026-11-20T10:00:00+08:00')
const good = { clientSecret: '', number: '4242 4242 4242 4242', expiry: '12/29', cvc: '123' }

test.each([
  // what is typed                          the reason for declining it
  [{}, undefined],
  [{ number: '4242424242424242' }, undefined],
  [{ number: '5555-5555-5555-4444' }, undefined],
  [{ expiry: '11/26' }, undefined],
  [{ cvc: '1234' }, undefined],
  [{ number: '4000 0000 0000 0002' }, 'Your card was declined.'],
  [{ number: '4000 0000 0000 9995' }, 'Your card has insufficient funds.'],
  [{ number: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
  [{ number: '' }, 'Your card number is incorrect.'],
  [{ number: '4242' }, 'Your card number is incorrect.'],
  [{ number: '4111 1111 1111 1111' }, 'Your card was declined. Only test cards work in the demo.'],
  [{ expiry: '10/26' }, 'Your card has expired.'],
  [{ expiry: '13/29' }, 'Your card’s expiry date is incorrect.'],
  [{ expiry: '1229' }, 'Your card’s expiry date is incorrect.'],
  [{ cvc: '12' }, 'Your card’s security code is incorrect.'],
  [{ number: '4000 0000 0000 0002', expiry: '01/20' }, 'Your card has expired.'],
])('a test card with %j gives the decline reason %j', (typed, sentence) => {
  expect(cardDeclineReason({ ...good, ...typed }, today)).toBe(sentence)
})
