/** Money is whole cents in the code and a string with two decimals in JSON, never a float. */
export const toAmount = (cents: number): string => (cents / 100).toFixed(2)

const amountPattern = /^(\d{1,7}|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/

/** Reads an amount with or without separators; `undefined` when it is not an amount from 0.00 to 1,000,000.00. */
export function toCents(amount: string): number | undefined {
  const text = amount.trim()
  if (!amountPattern.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.replaceAll(',', '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents <= 100_000_000 ? cents : undefined
}

export const sumAmounts = (amounts: readonly string[]): string =>
  toAmount(amounts.reduce((sum, amount) => sum + (toCents(amount) ?? 0), 0))

const singapore = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `3800.00` becomes `SGD 3,800.00`. */
export const formatAmount = (amount: string): string => `SGD ${singapore.format(Number(amount))}`

/** True if there is nothing to pay, and so no payment step. */
export const isFree = (amount: string): boolean => amount === '0.00'
