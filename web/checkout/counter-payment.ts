import { toCents } from '#contract/money.ts'

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
  return requiresAmount(method) ? Number(amount).toFixed(2) : price
}

/** The amount is not the one due, which is easily a slip: the clerk gives a reason and confirms it. */
export const isOtherAmount = ({ method, amount }: Entry, price: string) =>
  requiresAmount(method) && toCents(amount) !== undefined && toCents(amount) !== toCents(price)
