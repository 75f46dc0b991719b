import { toAmount, toCents } from '#contract/money.ts'

interface Entry {
  method: string
  amount: string
}

/** A card terminal charges the price, and a waived payment is zero; only cash and cheques need an amount. */
export const requiresAmount = (method: string) => method === 'Cash' || method === 'Cheque'

export const isIncomplete = ({ method, amount }: Entry) =>
  method === '' || (requiresAmount(method) && toCents(amount) === undefined)

export function amountToSend({ method, amount }: Entry, price: string): string {
  if (method === 'Waived') return '0.00'
  return requiresAmount(method) ? toAmount(toCents(amount) ?? 0) : price
}

/** Nothing or another amount than the one due is paid, which is easily a slip: the clerk gives a reason and confirms it. */
export function isOtherAmount({ method, amount }: Entry, price: string) {
  if (method === 'Waived') return toCents(price) !== 0
  return requiresAmount(method) && toCents(amount) !== undefined && toCents(amount) !== toCents(price)
}

/** The change for the cash received; undefined while it is not known. Negative if it is too little. */
export function changeCents({ method, amount, received }: Entry & { received: string }): number | undefined {
  const [due, given] = [toCents(amount), toCents(received)]
  return method === 'Cash' && due !== undefined && given !== undefined ? given - due : undefined
}
