import { toDay } from '#contract/dates.ts'
import type { TestCard } from '#server/ports/card-gateway.ts'

/** Pays, but a refund to it fails; as with Stripe's card of this number. */
const refundFailsNumber = '4000000000005126'
const acceptedNumbers = ['4242424242424242', '5555555555554444', refundFailsNumber]

export const isRefundFailing = (cardLast4: string | null) => cardLast4 === refundFailsNumber.slice(-4)

const declinedNumbers: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
}

/** The sentence that a card provider would reply with; `undefined` if the card is accepted. */
export function cardDeclineReason({ number, expiry, cvc }: TestCard, now: Date): string | undefined {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) return 'Your card number is incorrect.'
  const month = monthOf(expiry)
  if (month === undefined) return 'Your card’s expiry date is incorrect.'
  if (month < toDay(now).slice(0, 7)) return 'Your card has expired.'
  if (!/^\d{3,4}$/.test(cvc.trim())) return 'Your card’s security code is incorrect.'
  if (declinedNumbers[digits]) return declinedNumbers[digits]
  return acceptedNumbers.includes(digits) ? undefined : 'Your card was declined. Only test cards work in the demo.'
}

/** `04/29` becomes `2029-04`. */
function monthOf(expiry: string): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(expiry.trim()) ?? []
  return month && year && `20${year}-${month}`
}

/** The check digit of card numbers, which catches most typing errors. */
function passesLuhn(digits: string): boolean {
  const total = [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return total % 10 === 0
}
