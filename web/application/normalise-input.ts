import type { TextField } from './application-values.ts'

const digits = (text: string) => text.replace(/\D/g, '')
const digitsAndHyphen = (text: string) => text.replace(/[^\d-]/g, '')
const upperWithoutSpaces = (text: string) => text.toUpperCase().replaceAll(' ', '')

const normalisers: Partial<Record<TextField, (text: string) => string>> = {
  mobileNumber: (text) => localDigits(digits(text)),
  nationalID: upperWithoutSpaces,
  beneficiaryNationalID: (text) => text.toUpperCase(),
  email: (text) => text.trim(),
  unitNumber: digitsAndHyphen,
  beneficiaryUnitNumber: digitsAndHyphen,
  postalCode: digits,
  beneficiaryPostalCode: digits,
}

/** What a field keeps of typed or pasted text. It is not cut off: a number with a digit too many would become another number. */
export const normaliseInput = (field: TextField, typed: string) => normalisers[field]?.(typed) ?? typed

/** Drops the country code of a pasted number. */
const localDigits = (number: string) => (number.length === 10 && number.startsWith('65') ? number.slice(2) : number)
