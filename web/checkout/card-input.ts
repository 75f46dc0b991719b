import { t } from '#contract/words/t.ts'

/** Groups of four digits, as on the card. */
export const formatCardNumber = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** `0128` becomes `01/28`; a month typed as one digit gets a leading zero. */
export function formatExpiry(typed: string, previous = ''): string {
  const deletes = typed.length < previous.length
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  const padded = /^[2-9]$/.test(digits) && !deletes ? `0${digits}` : digits
  if (padded.length < 2 || (deletes && padded.length === 2)) return padded
  return `${padded.slice(0, 2)}/${padded.slice(2)}`
}

export const formatSecurityCode = (typed: string) => typed.replace(/\D/g, '').slice(0, 4)

export interface CardDetails {
  number: string
  expiry: string
  cvc: string
}

/** Finds incomplete fields before the provider is called. */
export function checkCard({ number, expiry, cvc }: CardDetails): Partial<CardDetails> {
  return {
    ...(number.replace(/\D/g, '').length < 12 && { number: t`Please enter the whole card number.` }),
    ...(!/^(0[1-9]|1[0-2])\/\d{2}$/.test(expiry) && { expiry: t`Please enter the month and year, as 08/29.` }),
    ...(cvc.length < 3 && { cvc: t`Please enter the 3 or 4 digits.` }),
  }
}
