import { toCents } from '#contract/money.ts'

interface Entry {
  method: string
  amount: string
}

/** Cash and cheques are counted; a card terminal charges the price, and what is waived is nothing. */
export const requiresAmount = (method: string) => method === 'Cash' || method === 'Cheque'

export const isIncomplete = ({ method, amount }: Entry) =>
  method === '' || (requiresAmount(method) && toCents(amount) === undefined)

export function amountToSend({ method, amount }: Entry, price: string): string {
  if (method === 'Waived') return '0.00'
  return requiresAmount(method) ? Number(amount).toFixed(2) : price
}
